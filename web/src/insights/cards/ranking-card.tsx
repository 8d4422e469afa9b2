import type { ReactNode } from 'react'
import { ChartCard, type ChartCardProps } from '../../ui/charts/chart-card.tsx'
import { ScrollBox } from '../../ui/charts/plot/scroll-box.tsx'
import dataTable from '../../ui/table/data-table.module.css'

export interface RankingColumn<R> {
  name: string
  isNumber?: boolean
  plain: (row: R) => string | number
  cell: (row: R) => ReactNode
}

interface RankingCardProps<R> extends Omit<ChartCardProps<R>, 'figures' | 'children' | 'isEmpty' | 'isTable'> {
  rows: readonly R[]
  columns: readonly RankingColumn<R>[]
  keyOf: (row: R) => string
}

/** The first rows by amount or count, as a card whose chart is a table already. */
export function RankingCard<R>({ rows, columns, keyOf, ...card }: RankingCardProps<R>) {
  const figures = { rows, keyOf, columns: columns.map((column) => ({ ...column, shown: () => '' })) }
  return (
    <ChartCard {...card} wide isTable figures={figures} isEmpty={rows.length === 0}>
      <ScrollBox label={card.title}>
        <table className={dataTable.table} aria-label={card.title}>
          <thead>
            <tr>
              {columns.map(({ name, isNumber }) => (
                <th key={name} scope="col" data-right={isNumber || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ name, isNumber, cell }) => (
                  <td key={name} data-right={isNumber || undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </ChartCard>
  )
}
