import type {
  cancelScheduledTransactionEndpoint,
  retryScheduledTransactionEndpoint,
  runScheduledTransactionEndpoint,
} from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { notify } from '../platform/notify.ts'
import { useReason } from '../platform/value/reason.ts'
import { useMoney } from '../platform/value/use-money.ts'
import typography from '../ui/words/typography.module.css'
import type { ScheduledRow } from './scheduled-row.ts'

interface ScheduledConfirmProps {
  row: ScheduledRow
  action: 'run' | 'cancel' | 'retry'
  endpoint:
    | typeof runScheduledTransactionEndpoint
    | typeof cancelScheduledTransactionEndpoint
    | typeof retryScheduledTransactionEndpoint
  opened: boolean
  onClose: () => void
}

/** Explains the effect on the money before the action. */
export function ScheduledConfirm({ row, action, endpoint, opened, onClose }: ScheduledConfirmProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const reasonOf = useReason()
  const amount = money(row.amount, row.currency_code)
  const of = { amount, reference: row.merchant_reference, customer: row.customer_name ?? '', card: row.card_name }

  return (
    <ConfirmCommand
      endpoint={endpoint}
      params={{ id: row.id }}
      opened={opened}
      onClose={onClose}
      title={t(`scheduled.${action}_title`, of)}
      text={
        <Text size="sm" className={typography.anywhere}>
          {t(`scheduled.${action}_text`, of)}
        </Text>
      }
      verb={t(`scheduled.${action}_verb`, of)}
      isDangerous={action === 'cancel'}
      done={({ status, status_reason }) => {
        if (action === 'cancel') return notify({ color: 'blue', message: t('scheduled.notice.cancelled', of) })
        if (status === 'DONE') return notify({ color: 'green', message: t('scheduled.notice.done', of) })
        if (status_reason === null) return notify({ color: 'blue', message: t('scheduled.notice.asked', of) })
        notify({ color: 'red', message: t('scheduled.notice.failed', { ...of, reason: reasonOf(status_reason) }) })
      }}
    />
  )
}
