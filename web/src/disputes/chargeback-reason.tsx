import type { Chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { useReason } from '../platform/value/reason.ts'
import typography from '../ui/words/typography.module.css'

/** The issuer's reason for taking the money back; its code is in the tooltip. */
export function ChargebackReason({
  row: { reason, reason_code },
}: {
  row: Pick<Chargeback, 'reason' | 'reason_code'>
}) {
  const reasonOf = useReason()
  const text = reason === null ? '–' : reasonOf(reason)
  return (
    <span className={typography.clip} title={reason_code ? `${text} (${reason_code})` : text}>
      {text}
    </span>
  )
}
