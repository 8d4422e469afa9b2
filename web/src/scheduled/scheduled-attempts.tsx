import { transaction } from '@kontor/contract/payments/transaction.entity'
import { scheduledAttemptsEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import type { ScheduledAttempt } from '@kontor/contract/scheduled/scheduled-transaction.schemas'
import { Badge } from '@mantine/core'
import { IconCalendarDue } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useMay } from '../platform/viewer.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import type { ScheduledRow } from './row.ts'
import { useScheduledReason } from './scheduled-reason.ts'

/** Every attempt, with the issuer's answer. */
export function ScheduledAttempts({ row }: { row: ScheduledRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(scheduledAttemptsEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarDue />}
        title={t('scheduled.no_attempts')}
        text={t('scheduled.no_attempts_text')}
      />
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="refund-table" aria-label={t('payments.tab.attempts')} tabIndex={0}>
      <table className="small-table">
        <thead>
          <tr>
            <th scope="col">{t('scheduled.attempt')}</th>
            <th scope="col">{t('scheduled.started_at')}</th>
            <th scope="col">{t('fields:status')}</th>
            <th scope="col">{t('fields:reason')}</th>
            <th scope="col">{t('fields:transaction')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((attempt) => (
            <Attempt key={attempt.attempt} attempt={attempt} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const colours = { OPEN: 'blue', PAID: 'green', FAILED: 'red' } as const

function Attempt({ attempt }: { attempt: ScheduledAttempt }) {
  const { t } = useTranslation()
  const reasonOf = useScheduledReason()
  const mayReadTransactions = useMay(transaction.roles.list)
  return (
    <tr>
      <td className="tabular">{attempt.attempt}</td>
      <td>
        <Instant value={attempt.started_at} />
        <div className="found-note">{attempt.started_by ?? t('scheduled.by_itself')}</div>
      </td>
      <td>
        <Badge variant="light" color={colours[attempt.status]} className="status-tag">
          {t(`scheduled.attempt_status.${attempt.status}`)}
        </Badge>
      </td>
      <td className="anywhere reason">{reasonOf(attempt.reason)}</td>
      <td>
        {attempt.transaction && mayReadTransactions ? (
          <TransactionLink id={attempt.transaction}>{t('scheduled.open')}</TransactionLink>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}
