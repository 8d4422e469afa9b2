import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCount, useList } from '../platform/api/reading.ts'
import { FormPart } from '../platform/form/form-part.tsx'
import { type AnyRow, Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { SmallTable, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

interface ReportPreviewProps {
  entity: Entity
  search: Query
  columns: readonly string[]
}

const shown = 10
/** Rows that are written in a second, of a workbook, on a small machine. */
const rowsPerSecond = 100_000
const many = 1_000_000

/** The first rows of the report as its list has them now, and how many there are. */
export function ReportPreview({ entity, search, columns }: ReportPreviewProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data: rows, error } = useList<Entity, AnyRow>(entity, { ...search, _limit: String(shown) })
  const { data: count } = useCount(entity, search)
  return (
    <FormPart title={t('reports.preview')}>
      <Text size="sm" role="status">
        {count === undefined
          ? error
            ? t('reports.not_counted')
            : t('export.counting')
          : t('export.count', { count, formatted: labels.number(count) })}
        {count !== undefined &&
          count >= many &&
          ` ${t('reports.takes', { count: Math.ceil(count / rowsPerSecond / 60) })}`}
      </Text>
      {rows && rows.length > 0 && (
        <SmallTable label={t('reports.preview')}>
          <thead>
            <tr>
              {columns.map((name) => (
                <WordsHead key={name}>{labels.field(entity, name)}</WordsHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={String(row['id'])}>
                {columns.map((name) => (
                  <WordsCell key={name}>
                    <Cell entity={entity} name={name} row={row} />
                  </WordsCell>
                ))}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </FormPart>
  )
}
