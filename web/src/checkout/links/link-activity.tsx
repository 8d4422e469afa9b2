import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { cardAddLinkActivityEndpoint, paymentLinkActivityEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { LinkActivity } from '@kontor/contract/checkout/link-activity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { IconCircleDot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../../payments/payment-links.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useActorText } from '../../platform/value/actor.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay } from '../../platform/viewer.ts'
import { useKnownText } from '../../ui/known-text.ts'
import type { LinkEntity } from './link-kind.ts'

/** What happened to a link, the newest first. */
export function LinkActivityTab({ entity, id }: { entity: LinkEntity; id: string }) {
  const endpoint = entity === cardAddLink ? cardAddLinkActivityEndpoint : paymentLinkActivityEndpoint
  const { data, error, refetch } = useRead(endpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <ol className="timeline" reversed>
      {data.toReversed().map((entry) => (
        <ActivityItem key={entry.id} entry={entry} isOfCard={entity === cardAddLink} />
      ))}
    </ol>
  )
}

function ActivityItem({ entry, isOfCard }: { entry: LinkActivity[number]; isOfCard: boolean }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const mayRead = useMay(transaction.roles.list)
  const actorOf = useActorText()
  const event = t(`links.event.${entry.kind}`)
  // Nothing is paid where a card is looked at.
  const what = <strong>{isOfCard ? textOf('links.card_event', entry.kind, event) : event}</strong>
  return (
    <li className="timeline-item">
      <span className="timeline-icon">
        <IconCircleDot size={16} aria-hidden="true" />
      </span>
      <div className="timeline-body">
        <div className="timeline-change">
          {entry.transaction && mayRead ? <TransactionLink id={entry.transaction}>{what}</TransactionLink> : what}
        </div>
        {entry.detail && <div className="anywhere">{textOf('links.detail', entry.detail, entry.detail)}</div>}
        <div className="timeline-when">
          <Instant value={entry.at} />
          <span className="anywhere">{actorOf(entry.actor_kind, entry.actor_name)}</span>
        </div>
      </div>
    </li>
  )
}
