import { Link } from '@tanstack/react-router'
import dataTable from '../table/data-table.module.css'
import quietLink from '../words/quiet-link.module.css'
import type { Figures } from './figures.ts'
import type { Target } from './mark-link.tsx'
import { ScrollBox } from './plot/scroll-box.tsx'

interface FiguresTableProps<R> {
  label: string
  figures: Figures<R>
  targetOf: ((row: R) => Target | undefined) | undefined
  height: number
}

/** Every figure of a chart, exact. The first column links to the list behind a row. */
export function FiguresTable<R>({ label, figures, targetOf, height }: FiguresTableProps<R>) {
  return (
    <ScrollBox label={label} height={height}>
      <table className={dataTable.table} aria-label={label}>
        <thead>
          <tr>
            {figures.columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" data-right={isNumber || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.rows.map((row) => (
            <tr key={figures.keyOf(row)}>
              {figures.columns.map(({ name, isNumber, shown }, at) => (
                <td key={name} data-right={isNumber || undefined}>
                  {at === 0 ? <Linked target={targetOf?.(row)} text={shown(row)} /> : shown(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Linked({ target, text }: { target: Target | undefined; text: string }) {
  if (!target) return text
  return (
    <Link to={target.to} search={target.search} preload={false} className={quietLink.link}>
      {text}
    </Link>
  )
}
