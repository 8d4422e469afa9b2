import type {
  cancelScheduledTransactionEndpoint,
  retryScheduledTransactionEndpoint,
  runScheduledTransactionEndpoint,
} from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SendingDialog } from '../platform/form/sending-dialog.tsx'
import { useSending } from '../platform/form/use-sending.ts'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/money.tsx'
import typography from '../ui/words/typography.module.css'
import type { ScheduledRow } from './row.ts'
import { useScheduledReason } from './scheduled-reason.ts'

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
  const reasonOf = useScheduledReason()
  const sending = useSending(endpoint, opened)
  const amount = money(row.amount, row.currency_code)
  const of = { amount, reference: row.merchant_reference, customer: row.customer_name ?? '', card: row.card_name }

  async function submit() {
    const reply = await sending.send({ id: row.id }, {})
    if (reply === undefined) return
    onClose()
    if (action === 'cancel') return notify({ color: 'blue', message: t('scheduled.notice.cancelled', of) })
    const { status, status_reason } = reply
    const failed = status !== 'DONE' && typeof status_reason === 'string'
    if (failed)
      return notify({ color: 'red', message: t('scheduled.notice.failed', { ...of, reason: reasonOf(status_reason) }) })
    notify({
      color: status === 'DONE' ? 'green' : 'blue',
      message: t(`scheduled.notice.${status === 'DONE' ? 'done' : 'asked'}`, of),
    })
  }

  function close() {
    if (!sending.isBusy && !sending.isUndecided) sending.reset()
    onClose()
  }

  return (
    <SendingDialog
      opened={opened}
      onClose={close}
      title={t(`scheduled.${action}_title`, of)}
      verb={t(`scheduled.${action}_verb`, of)}
      isDangerous={action === 'cancel'}
      isChanged={false}
      sending={sending}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Text size="sm" className={typography.anywhere}>
        {t(`scheduled.${action}_text`, of)}
      </Text>
    </SendingDialog>
  )
}
