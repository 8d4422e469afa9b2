import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { cardAddLinkActivityEndpoint, paymentLinkActivityEndpoint } from '@kontor/contract/checkout/link.endpoints'
import type { LinkActivity } from '@kontor/contract/checkout/link-activity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { IconCircleDot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../../payments/payment-links.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useMay } from '../../platform/viewer.ts'
import type { LinkEntity } from './link-kind.ts'

/** The history of a link, newest first. */
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
    <li className="timeline-item">
      <span className="timeline-icon">
        <IconCircleDot size={16} aria-hidden="true" />
      </span>
      <div className="timeline-body">
        <div className="timeline-change">
          {entry.transaction && mayRead ? <TransactionLink id={entry.transaction}>{what}</TransactionLink> : what}
        </div>
        {entry.detail && (
          <div className="anywhere">{t(`links.detail.${entry.detail}`, { defaultValue: entry.detail })}</div>
        )}
        <div className="timeline-when">
          <Instant value={entry.at} />
          <span className="anywhere">{actor}</span>
        </div>
      </div>
    </li>
  )
}
