import { contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { contradictionStates } from '@kontor/contract/contradictions/contradiction.rules'
import { doubtWords } from '@kontor/contract/contradictions/ending.rules'
import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import type { TimelineEntry } from '@kontor/contract/payments/timeline'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForward,
  IconBan,
  IconCircleDot,
  IconCopyCheck,
  IconEyeCheck,
  IconPlugConnected,
  IconPlugConnectedX,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TimelineChange, TimelineRow } from '../../platform/panel/timeline.tsx'
import { useActorText } from '../../platform/value/actor.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { Money } from '../../platform/value/money.tsx'
import { useReason } from '../../platform/value/reason.ts'
import { useMay } from '../../platform/viewer.ts'
import { useKnownText } from '../../ui/known-text.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { ChargebackLink, ContradictionLink, RefundLink } from '../payment-links.tsx'
import { ProcessorCall } from './processor-call.tsx'

const icons = {
  status: IconCircleDot,
  refund: IconArrowBackUp,
  chargeback: IconAlertTriangle,
  attempt: IconAlertTriangle,
  attempt_began: IconArrowForward,
  attempt_ended: IconArrowForward,
  contradiction: IconAlertTriangle,
  parked: IconPlugConnectedX,
  cancellation: IconBan,
  resolved: IconEyeCheck,
  processor_call: IconPlugConnected,
  middleware_call: IconShieldCheck,
  middleware_copy: IconCopyCheck,
  exchanges_removed: IconTrash,
} as const

/** What a middleware did or was told: the name of the middleware stands beside the moment, also where its call is shown. */
const isOfMiddleware = ({ kind }: TimelineEntry) => kind === 'middleware_call' || kind === 'middleware_copy'

export function TimelineItem({ entry, currency }: { entry: TimelineEntry; currency: string }) {
  const actorOf = useActorText()
  const reasonOf = useReason()
  return (
    <TimelineRow
      icon={icons[entry.kind]}
      when={
        <>
          <Instant value={entry.at} hasSeconds />
          {(!entry.call || isOfMiddleware(entry)) && (
            <span className={typography.anywhere}>
              {(isOfMiddleware(entry) && entry.actor_name) || actorOf(entry.actor_kind, entry.actor_name)}
            </span>
          )}
        </>
      }
    >
      {entry.kind === 'middleware_call' && <Decision entry={entry} />}
      {entry.kind === 'middleware_copy' && <OutcomeCopy entry={entry} />}
      {entry.call && <ProcessorCall call={entry.call} />}
      {!isOfMiddleware(entry) && !entry.call && <Change entry={entry} currency={currency} />}
      {!isOfMiddleware(entry) && entry.reason && <div className={typography.anywhere}>{reasonOf(entry.reason)}</div>}
    </TimelineRow>
  )
}

/** What a middleware decided. Of a silent one the reason is the word of a problem, of any other its own text. */
function Decision({ entry: { from_status, to_status, reason } }: { entry: TimelineEntry }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const decided = from_status ?? ''
  const isSilent = decided === 'silent' || decided === 'skipped'
  const words = textOf('middleware.decided', decided, decided)
  return (
    <>
      <strong>
        {isSilent ? `${words} ${t(`middleware.then.${to_status === 'refused' ? 'refused' : 'went_on'}`)}` : words}
      </strong>
      {reason && (
        <div className={typography.anywhere}>{isSilent ? textOf('middleware.problem', reason, reason) : reason}</div>
      )}
    </>
  )
}

/** A middleware was told the outcome, or will be. The reason is the word of a problem. */
function OutcomeCopy({ entry: { from_status, to_status, reason } }: { entry: TimelineEntry }) {
  const textOf = useKnownText()
  const became = to_status ?? ''
  return (
    <>
      <TimelineChange>
        <strong>{textOf('middleware.copied', became, became)}</strong>
        <StatusTag status={from_status} />
      </TimelineChange>
      {reason && became !== 'delivered' && (
        <div className={typography.anywhere}>{textOf('middleware.problem', reason, reason)}</div>
      )}
    </>
  )
}

function Change({ entry, currency }: { entry: TimelineEntry; currency: string }) {
  const { t } = useTranslation()
  if (entry.kind === 'parked' || entry.kind === 'resolved') return <Stuck entry={entry} />
  if (entry.kind === 'attempt_began' || entry.kind === 'attempt_ended') return <Attempt entry={entry} />
  if (entry.kind === 'cancellation') return <strong>{t('payments.happened.cancellation')}</strong>
  if (entry.kind === 'exchanges_removed')
    return <span className={typography.anywhere}>{t('payments.happened.exchanges_removed')}</span>
  return (
    <TimelineChange>
      <Subject entry={entry} />
      {entry.kind !== 'status' && entry.amount !== null && <Money amount={entry.amount} currency={currency} />}
      <EntryStatus entry={entry} />
    </TimelineChange>
  )
}

const endings = ['APPROVED', 'DECLINED', 'REFUSED', 'CANCELLED'] as const

/** A processor was asked, or what became of that: the payment was taken to more than one. */
function Attempt({ entry: { kind, to_status, actor_name } }: { entry: TimelineEntry }) {
  const { t } = useTranslation()
  const name = actor_name ?? '–'
  const ending = endings.find((each) => each === to_status)
  if (kind === 'attempt_began') return <strong>{t('payments.happened.attempt_began', { name })}</strong>
  return (
    <strong>
      {ending
        ? t(`payments.happened.attempt_ended.${ending}`, { name })
        : t('payments.happened.attempt_over', { name })}
    </strong>
  )
}

/** A contradiction that ended has a state, a doubt is said in words, and every other entry has a status. */
function EntryStatus({ entry: { kind, to_status } }: { entry: TimelineEntry }) {
  const isSaid = kind === 'contradiction' && [...contradictionStates, ...doubtWords].some((word) => word === to_status)
  return isSaid ? null : <StatusTag status={to_status} />
}

/** An order got stuck, or a person said what became of it. `from_status` is the operation. */
function Stuck({ entry: { kind, from_status, to_status } }: { entry: TimelineEntry }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const operation = textOf('fields:operation', from_status ?? '', from_status ?? '')
  const seen = to_status === 'done' ? 'done' : 'not_done'
  return (
    <strong>
      {kind === 'parked'
        ? textOf('payments.happened.parked', from_status ?? '', t('payments.happened.parked_otherwise'))
        : t(`payments.happened.resolved.${seen}`, { operation })}
    </strong>
  )
}

/** What happened, in words: a link to the refund or chargeback, for viewers who may open it. */
function Subject({ entry: { kind, subject, to_status } }: { entry: TimelineEntry }): ReactNode {
  const { t } = useTranslation()
  const textOf = useKnownText()
  const mayReadRefunds = useMay(refund.roles.list)
  const mayReadChargebacks = useMay(chargeback.roles.list)
  const mayReadContradictions = useMay(contradiction.roles.list)
  const status = to_status ?? ''
  const words = {
    refund: textOf('payments.happened.refund', status, t('payments.event.refund')),
    chargeback: textOf('payments.happened.chargeback', status, t('payments.event.chargeback')),
    attempt: t('payments.happened.attempt'),
    contradiction: textOf('payments.happened.contradiction', status, t('payments.happened.contradicted')),
    status: textOf('payments.happened.status', status, t('payments.event.status')),
  }
  const isWorded = kind === 'refund' || kind === 'chargeback' || kind === 'attempt' || kind === 'contradiction'
  const text = <strong>{words[isWorded ? kind : 'status']}</strong>
  if (!subject) return text
  if (kind === 'refund' && mayReadRefunds) return <RefundLink id={subject}>{text}</RefundLink>
  if (kind === 'chargeback' && mayReadChargebacks) return <ChargebackLink id={subject}>{text}</ChargebackLink>
  if (kind === 'contradiction' && mayReadContradictions)
    return <ContradictionLink id={subject}>{text}</ContradictionLink>
  return text
}
