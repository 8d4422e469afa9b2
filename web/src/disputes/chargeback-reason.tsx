import type { Chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { useKnownText } from '../ui/known-text.ts'
import typography from '../ui/words/typography.module.css'

/** The issuer's reason for taking the money back, in words where we have some. */
export function useChargebackReason(): (reason: string | null) => string {
  const textOf = useKnownText()
  return (reason) => (reason ? textOf('chargebacks.reason', reason, reason) : '–')
}

export function ChargebackReason({ row }: { row: Pick<Chargeback, 'reason' | 'reason_code'> }) {
  const textOf = useChargebackReason()
  const text = textOf(row.reason)
  return (
    <span className={typography.clip} title={row.reason_code ? `${text} (${row.reason_code})` : text}>
      {text}
    </span>
  )
}

/** The reason why the processor refused the answer. */
export function AnswerRefused({ row: { status_reason: reason } }: { row: Pick<Chargeback, 'status_reason'> }) {
  const textOf = useKnownText()
  return reason ? textOf('chargebacks.refusal', reason, reason) : '–'
}
