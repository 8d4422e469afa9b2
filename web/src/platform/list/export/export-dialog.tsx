import typography from '../../../ui/words/typography.module.css'
import styles from './export-dialog.module.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/Fieldset.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { type Entity, isOfMerchant } from '@kontor/contract/entity'
import { type ExportFormat, exportFormats } from '@kontor/contract/lists/list-defaults'
import type { Query } from '@kontor/contract/lists/query-string'
import { Alert, Button, Checkbox, Fieldset, Group, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useCount } from '../../api/reading.ts'
import { useRefusalText } from '../../api/refusal-text.ts'
import { useLabels } from '../../value/labels.ts'
import { useSeesMerchants } from '../../viewer.ts'
import { type ExportState, useExport } from './use-export.ts'

interface ExportDialogProps {
  entity: Entity
  query: Query
  onClose: () => void
}

/** Shows the number of rows before the start, and the progress; the export can be stopped. */
export function ExportDialog({ entity, query, onClose }: ExportDialogProps) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const { data: count } = useCount(entity, query)
  const [format, setFormat] = useState<ExportFormat>(i18n.language === 'nl' ? 'csv_nl' : 'csv')
  const isOfSeveral = useSeesMerchants() && isOfMerchant(entity)
  const all = Object.keys(entity.fields)
  const usual = [...entity.export, ...(isOfSeveral ? ['merchant_name'] : [])]
  const [columns, setColumns] = useState<readonly string[]>(usual)
  const { state, start, cancel } = useExport(entity)
  const isRunning = state.step === 'running'
  // The file has the id of a relation; some entities also have its name.
  const nameOf = (name: string) =>
    entity.fields[name]?.kind === 'ref'
      ? t('export.id_of', { name: labels.field(entity, name) })
      : labels.field(entity, name)
  const formatted = new Intl.NumberFormat(i18n.language).format(count ?? 0)

  return (
    <Dialog
      opened
      onClose={isRunning ? () => {} : onClose}
      title={t('export.title', { name: labels.entities(entity) })}
    >
      <Stack gap="md">
        <Text size="sm">{count === undefined ? t('export.counting') : t('export.count', { count, formatted })}</Text>
        <Fieldset variant="unstyled" disabled={isRunning} legend={t('export.format')}>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label={t('export.format')}
            value={format}
            disabled={isRunning}
            onChange={(value) => setFormat(exportFormats.find((each) => each === value) ?? 'csv')}
            data={exportFormats.map((value) => ({ value, label: t(`export.format_${value}`) }))}
          />
        </Fieldset>
        <Fieldset variant="unstyled" disabled={isRunning} legend={t('export.columns')}>
          <Group gap="xs" mb={6}>
            <Button
              size="compact-xs"
              variant="default"
              disabled={columns.length === all.length}
              // Those that are chosen keep their place in the file.
              onClick={() => setColumns([...columns, ...all.filter((name) => !columns.includes(name))])}
            >
              {t('export.columns_all')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              disabled={columns.join() === usual.join()}
              onClick={() => setColumns(usual)}
            >
              {t('list.columns_reset')}
            </Button>
          </Group>
          <div className={styles.columns}>
            {all.map((name) => (
              <Checkbox
                key={name}
                size="xs"
                label={nameOf(name)}
                checked={columns.includes(name)}
                onChange={(event) =>
                  setColumns(event.currentTarget.checked ? [...columns, name] : columns.filter((each) => each !== name))
                }
              />
            ))}
          </div>
        </Fieldset>
        <Outcome state={state} count={count} />
        <Group justify="flex-end" gap="xs">
          {columns.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('export.no_columns')}
            </Text>
          )}
          <Button variant="default" onClick={isRunning ? cancel : onClose}>
            {t(isRunning ? 'action.stop' : 'action.close')}
          </Button>
          <Button
            loading={isRunning}
            disabled={columns.length === 0 || count === undefined}
            onClick={() => start({ query, format, columns })}
          >
            {t('export.start')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Outcome({ state, count }: { state: ExportState; count: number | undefined }) {
  const { t, i18n } = useTranslation()
  const textOf = useRefusalText()
  const sizeOf = (bytes: number) =>
    new Intl.NumberFormat(i18n.language, {
      style: 'unit',
      unit: bytes < 1_000_000 ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    }).format(bytes / (bytes < 1_000_000 ? 1_000 : 1_000_000))

  if (state.step === 'choose') return null
  if (state.step === 'running') {
    const number = new Intl.NumberFormat(i18n.language)
    const { rows } = state
    // The file may have rows that are newer than the count, so the progress is limited to 100%.
    const part = rows === undefined || !count ? undefined : Math.min(100, Math.floor((rows / count) * 100))
    return (
      <div role="status">
        <Text size="sm" className={typography.tabular}>
          {rows === undefined
            ? t('export.running', { received: sizeOf(state.bytes) })
            : t('export.running_rows', { rows: number.format(rows), total: number.format(count ?? rows) })}
        </Text>
        <Progress value={part ?? 100} animated={part === undefined} mt={6} aria-label={t('export.progress')} />
      </div>
    )
  }
  const text = {
    done: () => t('export.done', { received: sizeOf(state.step === 'done' ? state.bytes : 0) }),
    cancelled: () => t('export.cancelled'),
    failed: () => t('export.failed', { reason: state.step === 'failed' ? textOf(state.refusal) : '' }),
  }[state.step]()
  const color = { done: 'green', cancelled: 'gray', failed: 'red' }[state.step]
  return (
    <Alert color={color} role={state.step === 'failed' ? 'alert' : 'status'}>
      {text}
    </Alert>
  )
}
