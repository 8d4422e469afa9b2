import { Button, CloseButton, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from './bulk.ts'
import styles from './bulk-bar.module.css'
import { BulkDialog } from './bulk-dialog.tsx'

interface BulkBarProps {
  actions: readonly BulkAction[]
  rows: readonly { id: string }[]
  onClear: () => void
}

/** The number of selected rows, and the actions on them. */
export function BulkBar({ actions, rows, onClear }: BulkBarProps) {
  const { t } = useTranslation()
  // The rows at the beginning of the action: it may remove them from the list.
  const [begun, setBegun] = useState<{ action: BulkAction; rows: readonly { id: string }[] }>()
  return (
    <>
      {rows.length > 0 && (
        <section className={styles.bar} aria-label={t('bulk.bar')}>
          <Text size="sm" fw={600} role="status">
            {t('bulk.selected', { count: rows.length })}
          </Text>
          {actions.map((action) => (
            <Button
              key={action.name}
              size="compact-sm"
              variant="default"
              leftSection={action.icon}
              onClick={() => setBegun({ action, rows })}
            >
              {action.label}
            </Button>
          ))}
          <CloseButton size="sm" ml="auto" aria-label={t('bulk.clear')} title={t('bulk.clear')} onClick={onClear} />
        </section>
      )}
      {begun && <BulkDialog action={begun.action} rows={begun.rows} onClose={() => setBegun(undefined)} />}
    </>
  )
}
