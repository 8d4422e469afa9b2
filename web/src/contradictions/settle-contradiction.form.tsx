import type {
  payBackContradictionEndpoint,
  takeOverContradictionEndpoint,
} from '@kontor/contract/contradictions/contradiction.endpoints'
import type { ContradictionState } from '@kontor/contract/contradictions/contradiction.rules'
import { saysUndone } from '@kontor/contract/contradictions/ending.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { useKnownText } from '../ui/known-text.ts'
import typography from '../ui/words/typography.module.css'
import type { ContradictionRow } from './contradiction-row.ts'

interface SettleDialogProps {
  row: ContradictionRow
  way: 'take_over' | 'pay_back'
  endpoint: typeof takeOverContradictionEndpoint | typeof payBackContradictionEndpoint
  opened: boolean
  onClose: () => void
}

/** Says what will happen to the payment and its money before it does. */
export function SettleDialog({ row, way, endpoint, opened, onClose }: SettleDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const textOf = useKnownText()
  // A refusal of money that was taken makes the payment a failed one.
  const status = saysUndone(row) ? 'FAILED' : row.they_say
  const amount = row.their_amount ?? row.our_amount ?? 0
  const of = {
    reference: row.merchant_reference ?? '',
    processor: row.processor_name,
    merchant: row.merchant_name,
    status: textOf('fields:status', status, status),
    amount: money(amount, row.their_currency_code ?? row.currency_code ?? 'EUR'),
  }
  return (
    <ConfirmCommand
      endpoint={endpoint}
      params={{ id: row.id }}
      opened={opened}
      onClose={onClose}
      title={t(`contradictions.${way}_title`, of)}
      text={
        <Text size="sm" className={typography.anywhere}>
          {t(textOfWay(row, way), of)}
        </Text>
      }
      verb={t(`contradictions.${way}_verb`, of)}
      isDangerous={way === 'pay_back'}
      done={({ state }) =>
        notify({
          color: 'green',
          message: t(`contradictions.notice.${noticeOf(row, state)}`, of),
        })
      }
    />
  )
}

function noticeOf({ kind }: ContradictionRow, state: ContradictionState) {
  if (state === 'PAID_BACK') return state
  return kind === 'refund' ? 'REFUND_TAKEN_OVER' : 'TAKEN_OVER'
}

function textOfWay(row: ContradictionRow, way: 'take_over' | 'pay_back') {
  if (way === 'pay_back') return 'contradictions.pay_back_text'
  if (saysUndone(row))
    return row.kind === 'refund'
      ? 'contradictions.take_over_refund_undone_text'
      : 'contradictions.take_over_undone_text'
  if (row.kind === 'void') return 'contradictions.take_over_void_text'
  return row.kind === 'refund' ? 'contradictions.take_over_refund_text' : 'contradictions.take_over_text'
}
