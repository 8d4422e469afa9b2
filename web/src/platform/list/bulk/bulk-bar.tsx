import type { Entity } from '@kontor/contract/entity'
import { mostValues } from '@kontor/contract/lists/list-defaults'
import type { Query } from '@kontor/contract/lists/query-string'
import { Button, CloseButton, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../../ui/words/typography.module.css'
import { useMoney } from '../../value/use-money.ts'
import type { BulkAction, SelectedRow } from './bulk.ts'
import styles from './bulk-bar.module.css'
import { BulkDialog } from './bulk-dialog.tsx'

const ExportDialog = lazy(() =>
  import('../export/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
)

interface BulkBarProps {
  entity: Entity
  /** The order of the list, which an export of the selection keeps. */
  sort: string | string[] | undefined
  actions: readonly BulkAction[]
  rows: readonly SelectedRow[]
  onClear: () => void
}

/** The number of selected rows, what they add up to, and the actions on them. */
export function BulkBar({ entity, sort, actions, rows, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  // The rows at the beginning of the action: it may remove them from the list.
  const [begun, setBegun] = useState<{ action: BulkAction; rows: readonly SelectedRow[]; leftOut: number }>()
  const [exported, setExported] = useState<Query>()
  const offered = actions
    .map((action) => ({ action, taken: rows.filter((row) => action.takes?.(row) ?? true) }))
    .filter(({ taken }) => taken.length > 0)
  return (
    <>
      {rows.length > 0 && (
        <section className={styles.bar} aria-label={t('bulk.bar')}>
          <Text size="sm" fw={600} role="status">
            {t('bulk.selected', { count: rows.length })}
          </Text>
          <Sums entity={entity} rows={rows} />
          {offered.map(({ action, taken }) => (
            <Button
              key={action.name}
              size="compact-sm"
              variant="default"
              leftSection={action.icon}
              onClick={() => setBegun({ action, rows: taken, leftOut: rows.length - taken.length })}
            >
              {action.label}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            disabled={rows.length > mostValues}
            onClick={() => setExported({ 'id[]': rows.map(({ id }) => id), ...(sort ? { _sort: sort } : {}) })}
          >
            {t('bulk.export')}
          </Button>
          {rows.length > mostValues && <Text size="sm">{t('bulk.export_most', { most: mostValues })}</Text>}
          <CloseButton size="sm" ml="auto" aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onClear} />
        </section>
      )}
      {begun && <BulkDialog {...begun} onClose={() => setBegun(undefined)} />}
      {exported && (
        <Suspense fallback={null}>
          <ExportDialog entity={entity} query={exported} onClose={() => setExported(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The sum of the entity's first amount, one for each currency. */
function Sums({ entity, rows }: { entity: Entity; rows: readonly SelectedRow[] }) {
  const money = useMoney()
  const [name] = entity.totals
  const currencyName = name && entity.fields[name]?.currency
  if (!name || !currencyName) return null
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const { [name]: amount, [currencyName]: currency } = row
    if (typeof amount !== 'number' || typeof currency !== 'string') continue
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount))
  }
  return (
    <Text size="sm" className={typography.tabular}>
      {[...sums].map(([currency, sum]) => money(String(sum), currency)).join(' · ')}
    </Text>
  )
}
