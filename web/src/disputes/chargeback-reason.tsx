import type { Chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { useTranslation } from 'react-i18next'
import typography from '../ui/words/typography.module.css'

/** The issuer's reason for taking the money back, in words where we have some. */
export function useChargebackReason(): (reason: string | null) => string {
  const { t } = useTranslation()
  return (reason) => (reason ? t(`chargebacks.reason.${reason}`, { defaultValue: reason }) : '–')
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
  const { t } = useTranslation()
  return reason ? t(`chargebacks.refusal.${reason}`, { defaultValue: reason }) : '–'
}
