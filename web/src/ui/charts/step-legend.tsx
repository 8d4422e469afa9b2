import { useTranslation } from 'react-i18next'
import { steps } from './palette.ts'
import styles from './step-legend.module.css'

/** The seven shades, with the upper ends of the first and the last. */
export function StepLegend({ bounds, exact }: { bounds: readonly number[]; exact: (value: number) => string }) {
  const { t } = useTranslation()
  const last = bounds.at(-1) ?? 0
  if (last === 0) return null
  return (
    <p className={styles.steps}>
      <span>{t('chart.from_zero')}</span>
      {steps.map((colour, at) => (
        <i
          key={colour}
          style={{ background: colour }}
          title={t('chart.up_to', { value: exact(Math.floor(bounds[at] ?? 0)) })}
        />
      ))}
      <span>{exact(last)}</span>
    </p>
  )
}
