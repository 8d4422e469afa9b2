import { transaction } from '@kontor/contract/payments/transaction.entity'
import { scheduledAttemptsEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import type { ScheduledAttempt } from '@kontor/contract/scheduled/scheduled-transaction.schemas'
import { IconCalendarDue } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { PersonName } from '../platform/value/person-name.tsx'
import { useReason } from '../platform/value/reason.ts'
import { useMay } from '../platform/viewer.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { SmallTable, WordsCell } from '../ui/table/small-table.tsx'
import typography from '../ui/words/typography.module.css'
import { WordTag } from '../ui/words/word-tag.tsx'
import type { ScheduledRow } from './scheduled-row.ts'

/** Every attempt, with the issuer's answer. */
export function ScheduledAttempts({ row }: { row: ScheduledRow }) {
  const { t } = useTranslation(['main', 'fields'])
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
    <SmallTable label={t('payments.tab.attempts')}>
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
    </SmallTable>
  )
}

const colours = { OPEN: 'blue', PAID: 'green', FAILED: 'red' } as const

function Attempt({ attempt }: { attempt: ScheduledAttempt }) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const mayReadTransactions = useMay(transaction.roles.list)
  return (
    <tr>
      <td className={typography.tabular}>{attempt.attempt}</td>
      <td>
        <Instant value={attempt.started_at} hasSeconds />
        <div className={typography.sub}>
          {attempt.started_by === null ? t('scheduled.by_itself') : <PersonName name={attempt.started_by} />}
        </div>
      </td>
      <td>
        <WordTag color={colours[attempt.status]}>{t(`scheduled.attempt_status.${attempt.status}`)}</WordTag>
      </td>
      <WordsCell>{attempt.reason ? reasonOf(attempt.reason) : '–'}</WordsCell>
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
