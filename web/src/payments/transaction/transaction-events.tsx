import { timelineEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CallsLink } from '../../organisations/calls-link.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { usePanelTab } from '../../platform/list/panel-tab.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Timeline } from '../../platform/panel/timeline.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { BlockSkeleton } from '../../ui/page/skeletons.tsx'
import type { TransactionRow } from '../rows.ts'
import { TimelineItem } from './timeline-item.tsx'

/** The changes that this number of rows is enough for in most payments. */
const latest = 5

/** The latest changes of a transaction, newest first; the tab of events has all, and the calls to the processor. */
export function LatestEvents({ transaction }: { transaction: TransactionRow }) {
  const { t } = useTranslation()
  const [, openTab] = usePanelTab(['details', 'events'])
  const { data } = useRead(timelineEndpoint, { params: { id: transaction.id } })
  const changes =
    data?.filter(({ kind }) => kind !== 'processor_call' && kind !== 'exchanges_removed').toReversed() ?? []
  if (data && changes.length === 0) return null
  return (
    <PanelSection title={t('payments.what_happened')}>
      {!data && <BlockSkeleton height={150} />}
      <Timeline reversed>
        {changes.slice(0, latest).map((entry) => (
          <TimelineItem key={entry.id} entry={entry} currency={transaction.currency_code} />
        ))}
      </Timeline>
      <Button size="compact-xs" variant="subtle" onClick={() => openTab('events')}>
        {t('payments.all_events')}
      </Button>
    </PanelSection>
  )
}

/** The history of a transaction, newest first. */
export function TransactionEvents({ transaction }: { transaction: TransactionRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(timelineEndpoint, { params: { id: transaction.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={8} />
  if (data.length === 0) return <EmptyState icon={<IconHistory />} title={t('payments.no_events')} />
  return (
    <>
      <Text size="sm" mb="xs" component="div">
        <CallsLink search={{ transaction: transaction.id }}>{t('audit_trail.items_of_transaction')}</CallsLink>
      </Text>
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
