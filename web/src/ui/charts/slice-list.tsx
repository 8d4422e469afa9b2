import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import legend from './legend.module.css'
import type { Slice } from './slice.ts'

interface SliceListProps {
  slices: readonly Slice[]
  /** The number of slices to show; default: all. */
  most?: number
}

/** The slices of a chart in words, each with its value, its share and a link to its list. */
export function SliceList({ slices, most = slices.length }: SliceListProps) {
  const { i18n } = useTranslation()
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  return (
    <ul className={legend.legend}>
      {slices.slice(0, most).map(({ key, name, value, lines, colour, target }) => (
        <li key={key}>
          <i style={{ background: colour }} />
          {target ? (
            <Link to={target.to} search={target.search} preload={false} title={lines.join('\n')}>
              {name}
            </Link>
          ) : (
            <span title={lines.join('\n')}>{name}</span>
          )}
          <b>{lines[0]}</b>
          <small>{percent.format(whole === 0 ? 0 : value / whole)}</small>
        </li>
      ))}
    </ul>
  )
}
