import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { cardAddLinkActivityEndpoint, paymentLinkActivityEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { LinkActivity } from '@kontor/contract/checkout/link-activity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { IconCircleDot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../../payments/payment-links.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Timeline, TimelineChange, TimelineRow } from '../../platform/panel/timeline.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import type { LinkEntity } from './link-kind.ts'

/** The history of a link, newest first. */
export function LinkActivityTab({ entity, id }: { entity: LinkEntity; id: string }) {
  const endpoint = entity === cardAddLink ? cardAddLinkActivityEndpoint : paymentLinkActivityEndpoint
  const { data, error, refetch } = useRead(endpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <Timeline reversed>
      {data.toReversed().map((entry) => (
        <ActivityItem key={entry.id} entry={entry} isOfCard={entity === cardAddLink} />
      ))}
    </Timeline>
  )
}

function ActivityItem({ entry, isOfCard }: { entry: LinkActivity[number]; isOfCard: boolean }) {
  const { t } = useTranslation()
  const mayRead = useMay(transaction.roles.list)
  const name = entry.actor_name ?? ''
  const actor =
    entry.actor_kind === 'user' && name
      ? name
      : t([`payments.actor.${entry.actor_kind}_named`, `payments.actor.${entry.actor_kind}`], { name })
  // Events of a card-add link have texts of their own, because nothing is paid.
  const event = isOfCard ? [`links.card_event.${entry.kind}`, `links.event.${entry.kind}`] : `links.event.${entry.kind}`
  const what = <strong>{t(event)}</strong>
  return (
    <TimelineRow
      icon={IconCircleDot}
      when={
        <>
          <Instant value={entry.at} />
          <span className={typography.anywhere}>{actor}</span>
        </>
      }
    >
      <TimelineChange>
        {entry.transaction && mayRead ? <TransactionLink id={entry.transaction}>{what}</TransactionLink> : what}
      </TimelineChange>
      {entry.detail && (
        <div className={typography.anywhere}>{t(`links.detail.${entry.detail}`, { defaultValue: entry.detail })}</div>
      )}
    </TimelineRow>
  )
}
