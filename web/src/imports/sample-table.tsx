import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

interface SampleTableProps {
  label: string
  header: readonly string[]
  rows: readonly { line: number; fields: readonly string[] }[]
  /** The columns that are shown, by their place; default: the first ones. */
  columns?: readonly number[]
  /** What is said of a row, after its line. */
  about?: (line: number) => ReactNode
}

const mostColumns = 12

/** Rows of a file, as they are read. */
export function SampleTable({ label, header, rows, columns, about }: SampleTableProps) {
  const { t } = useTranslation()
  const shown = (columns ?? [...header.keys()]).slice(0, mostColumns)
  return (
    <SmallTable label={label}>
      <thead>
        <tr>
          <NumberHead>{t('imports.line')}</NumberHead>
          {about && <WordsHead>{t('imports.outcome')}</WordsHead>}
          {shown.map((place) => (
            <WordsHead key={place}>{header[place]}</WordsHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, fields }) => (
          <tr key={line}>
            <NumberCell>{line}</NumberCell>
            {about && <WordsCell>{about(line)}</WordsCell>}
            {shown.map((place) => (
              <WordsCell key={place}>{fields[place]}</WordsCell>
            ))}
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
