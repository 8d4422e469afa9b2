import { timelineEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Timeline } from '../../platform/panel/timeline.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { TransactionRow } from '../rows.ts'
import { TimelineItem } from './timeline-item.tsx'

/** The history of a transaction, newest first. */
export function TransactionEvents({ transaction }: { transaction: TransactionRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(timelineEndpoint, { params: { id: transaction.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={8} />
  if (data.length === 0) return <EmptyState icon={<IconHistory />} title={t('payments.no_events')} />
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {t('payments.newest_first')}
      </Text>
      <Timeline reversed>
        {data.toReversed().map((entry) => (
          <TimelineItem key={entry.id} entry={entry} currency={transaction.currency_code} />
        ))}
      </Timeline>
    </>
  )
}
