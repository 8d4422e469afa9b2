import {
  cancelReportEndpoint,
  createReportEndpoint,
  deleteReportEndpoint,
} from '@kontor/contract/reports/report.endpoints'
import type { Report } from '@kontor/contract/reports/report.entity'
import '@mantine/core/styles/Progress.layer.css'
import { ActionIcon, Alert, Collapse, Group, Progress, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconCopy, IconPlayerStop, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useSeesMerchants } from '../platform/viewer.ts'
import { useKnownText } from '../ui/known-text.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import typography from '../ui/words/typography.module.css'
import { DownloadButton } from './download-button.tsx'
import { ReportFacts } from './report-facts.tsx'
import { shownStatus } from './report-state.ts'
import look from './reports.module.css'
import { useReportDownload } from './use-report-download.ts'

interface ReportItemProps {
  row: Report
  startsOpen: boolean
}

/** A report in the list: its header opens what it is made of. */
export function ReportItem({ row, startsOpen }: ReportItemProps) {
  const { t } = useTranslation()
  // Until somebody opens or closes it, it follows its place: another one may become the first.
  const [chosen, setOpen] = useState<boolean>()
  const isOpen = chosen ?? startsOpen
  const download = useReportDownload()
  const body = useId()
  const seesMerchants = useSeesMerchants()
  return (
    <li className={look.item}>
      <div className={look.head}>
        <h2 className={look.title}>
          <UnstyledButton
            className={look.header}
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} aria-hidden="true" className={look.chevron} data-open={isOpen || undefined} />
            <span className={look.words}>
              <span className={look.name}>{row.name}</span>
              <span className={look.about}>
                <Count row={row} /> · <Instant value={row.created_at} />
                {seesMerchants && ` · ${row.merchant_name ?? t('reports.all_merchants')}`}
              </span>
            </span>
          </UnstyledButton>
        </h2>
        <StatusTag status={shownStatus(row)} />
        <Group gap={6} wrap="nowrap">
          <DownloadButton row={row} download={download} />
          <ReportActions row={row} />
        </Group>
      </div>
      {row.status === 'PENDING' && (
        <Progress
          size="sm"
          mt="xs"
          value={row.progress ?? 100}
          animated={row.progress === null}
          aria-label={t('reports.progress_of', { name: row.name })}
        />
      )}
      <Failure row={row} />
      <Collapse expanded={isOpen} id={body}>
        {isOpen && <ReportFacts row={row} />}
      </Collapse>
    </li>
  )
}

/** The number of rows; of a report that is being made, how far it is. */
function Count({ row }: { row: Report }): ReactNode {
  const { t } = useTranslation()
  const labels = useLabels()
  const formatted = labels.number(row.count)
  if (row.status === 'PENDING' && row.started_at === null) return t('reports.waits')
  return (
    <span className={typography.tabular}>
      {row.status === 'PENDING' && row.progress !== null
        ? t('reports.rows_so_far', { formatted, percent: row.progress })
        : t('reports.rows', { count: row.count, formatted })}
    </span>
  )
}

function Failure({ row }: { row: Report }) {
  const textOf = useKnownText()
  if (row.failure === null) return null
  return (
    <Alert color={row.failure === 'cancelled' ? 'gray' : 'red'} mt="xs">
      {textOf('reports.failure', row.failure, row.failure)}
    </Alert>
  )
}

function ReportActions({ row }: { row: Report }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<'delete' | 'cancel'>()
  const { id, name } = row
  const isPending = row.status === 'PENDING'
  const close = () => setAsking(undefined)
  return (
    <>
      <IfMay do={createReportEndpoint}>
        <Tooltip label={t('reports.clone')}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t('reports.clone_of', { name })}
            renderRoot={(props) => <Link {...props} to="/reports/transactions/new" search={{ clone: id }} />}
          >
            <IconCopy size={16} />
          </ActionIcon>
        </Tooltip>
      </IfMay>
      {isPending && (
        <IfMay do={cancelReportEndpoint}>
          <Tooltip label={t('reports.cancel')}>
            <ActionIcon
              size={30}
              variant="default"
              aria-label={t('reports.cancel_of', { name })}
              onClick={() => setAsking('cancel')}
            >
              <IconPlayerStop size={16} />
            </ActionIcon>
          </Tooltip>
        </IfMay>
      )}
      <IfMay do={deleteReportEndpoint}>
        <Tooltip
          label={isPending ? t('reports.wait_generated') : t('reports.delete')}
          events={{ hover: true, focus: true, touch: true }}
        >
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t('reports.delete_of', { name })}
            data-disabled={isPending || undefined}
            aria-disabled={isPending || undefined}
            onClick={() => isPending || setAsking('delete')}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </IfMay>
      <ConfirmCommand
        endpoint={deleteReportEndpoint}
        params={{ id }}
        opened={asking === 'delete'}
        onClose={close}
        title={t('action.delete_title', { name })}
        text={<Text size="sm">{t('reports.delete_text')}</Text>}
        verb={t('action.delete')}
        isDangerous
        done={t('reports.deleted', { name })}
      />
      <ConfirmCommand
        endpoint={cancelReportEndpoint}
        params={{ id }}
        opened={asking === 'cancel'}
        onClose={close}
        title={t('reports.cancel_title', { name })}
        text={t('reports.cancel_text')}
        verb={t('reports.cancel')}
        done={t('reports.cancelled', { name })}
      />
    </>
  )
}
