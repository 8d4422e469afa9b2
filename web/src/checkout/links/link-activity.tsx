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
import { useActorText } from '../../platform/value/actor.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useReason } from '../../platform/value/reason.ts'
import { useMay } from '../../platform/viewer.ts'
import { useKnownText } from '../../ui/known-text.ts'
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
  const textOf = useKnownText()
  const reasonOf = useReason()
  const mayRead = useMay(transaction.roles.list)
  const actorOf = useActorText()
  const event = t(`links.event.${entry.kind}`)
  // Events of a card-add link have texts of their own, because nothing is paid.
  const what = <strong>{isOfCard ? textOf('links.card_event', entry.kind, event) : event}</strong>
  return (
    <TimelineRow
      icon={IconCircleDot}
      when={
        <>
          <Instant value={entry.at} hasSeconds />
          <span className={typography.anywhere}>{actorOf(entry.actor_kind, entry.actor_name)}</span>
        </>
      }
    >
      <TimelineChange>
        {entry.transaction && mayRead ? <TransactionLink id={entry.transaction}>{what}</TransactionLink> : what}
      </TimelineChange>
      {entry.detail && <div className={typography.anywhere}>{reasonOf(entry.detail)}</div>}
    </TimelineRow>
  )
}
