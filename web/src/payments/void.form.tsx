import { voidTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SendingDialog } from '../platform/form/sending-dialog.tsx'
import { useSending } from '../platform/form/use-sending.ts'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/money.tsx'
import typography from '../ui/words/typography.module.css'
import { useMethodName } from './payment-method.tsx'
import type { TransactionRow } from './rows.ts'

interface VoidDialogProps {
  transaction: TransactionRow
  opened: boolean
  onClose: () => void
}

/** Releases the held money without asking for it. */
export function VoidDialog({ transaction, opened, onClose }: VoidDialogProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const methodOf = useMethodName()
  const sending = useSending(voidTransactionEndpoint, opened)
  const amount = money(transaction.amount, transaction.currency_code)

  async function submit() {
    const reply = await sending.send({ id: transaction.id }, {})
    if (reply === undefined) return
    onClose()
    notify({ color: 'blue', message: t('payments.void_notice', { amount }) })
  }

  function close() {
    if (!sending.isBusy && !sending.isUndecided) sending.reset()
    onClose()
  }

  return (
    <SendingDialog
      opened={opened}
      onClose={close}
      title={t('payments.void_title', { reference: transaction.merchant_reference })}
      verb={t('payments.void_verb', { amount })}
      isDangerous
      isChanged={false}
      sending={sending}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Text size="sm" className={typography.anywhere}>
        {t('payments.void_text', {
          amount,
          payer: transaction.customer_name ?? t('payments.payer'),
          method: methodOf(transaction),
        })}
      </Text>
    </SendingDialog>
  )
}
