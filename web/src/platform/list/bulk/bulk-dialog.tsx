import styles from './bulk-dialog.module.css'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useRefusalText } from '../../api/refusal-text.ts'
import { titleOfRow } from '../../api/related.ts'
import type { BulkAction } from './bulk.ts'
import { type RowOutcome, useBulkRun } from './use-bulk-run.ts'

interface BulkDialogProps {
  action: BulkAction
  rows: readonly { id: string }[]
  /** The number of selected rows with which it cannot be done. */
  leftOut: number
  onClose: () => void
}

/** Asks for missing values, runs the command row by row, and shows each row's result. */
export function BulkDialog({ action, rows, leftOut, onClose }: BulkDialogProps) {
  const { t } = useTranslation()
  const [body, setBody] = useState<Readonly<Record<string, unknown>> | undefined>(action.ask ? undefined : {})
  const run = useBulkRun(
    action.endpoint,
    rows.map(({ id }) => id),
  )
  const [isBegun, setBegun] = useState(false)
  const isDone = isBegun && !run.isRunning
  const start = () => {
    setBegun(true)
    void run.start(body)
  }

  return (
    <Dialog opened onClose={run.isRunning ? () => {} : onClose} title={action.label}>
      <Stack gap="md">
        {isBegun ? (
          <Outcomes rows={rows} outcomeOf={run.outcomeOf} isRunning={run.isRunning} />
        ) : (
          <>
            <Text size="sm">{action.about?.(rows.length) ?? t('bulk.about', { count: rows.length })}</Text>
            {leftOut > 0 && <Text size="sm">{t('bulk.left_out', { count: leftOut })}</Text>}
            {action.ask?.(setBody)}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            data-autofocus={action.isDangerous || undefined}
            onClick={run.isRunning ? run.stop : onClose}
          >
            {t(run.isRunning ? 'action.stop' : isDone ? 'action.close' : 'action.cancel')}
          </Button>
          {(!isDone || run.open > 0) && (
            <Button
              color={action.isDangerous ? 'red' : undefined}
              loading={run.isRunning}
              disabled={body === undefined}
              onClick={start}
            >
              {isDone ? t('bulk.retry', { count: run.open }) : t('bulk.start', { count: rows.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

interface OutcomesProps {
  rows: readonly { id: string }[]
  outcomeOf: (id: string) => RowOutcome
  isRunning: boolean
}

function Outcomes({ rows, outcomeOf, isRunning }: OutcomesProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const outcomes = rows.map(({ id }) => outcomeOf(id))
  const done = outcomes.filter((outcome) => outcome === 'done').length
  const refused = outcomes.filter((outcome) => typeof outcome !== 'string').length
  const words = (outcome: RowOutcome) => (typeof outcome === 'string' ? t(`bulk.${outcome}`) : textOf(outcome))
  return (
    <>
      <div role="status">
        <Text size="sm" fw={600}>
          {t('bulk.summary', { done, total: rows.length })}
          {refused > 0 && `, ${t('bulk.refused', { count: refused })}`}
        </Text>
        {isRunning && (
          <Progress value={((done + refused) / rows.length) * 100} mt={6} aria-label={t('bulk.progress')} />
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <ul className={styles.outcomes} aria-label={t('bulk.outcomes')} tabIndex={0}>
        {rows.map((row) => {
          const outcome = outcomeOf(row.id)
          return (
            <li key={row.id} data-outcome={typeof outcome === 'string' ? outcome : 'refused'}>
              <span>{titleOfRow({ ...row })}</span>
              <span>{words(outcome)}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
