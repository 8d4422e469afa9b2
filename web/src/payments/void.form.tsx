import { voidTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/use-money.ts'
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
  const amount = money(transaction.amount, transaction.currency_code)

  return (
    <ConfirmCommand
      endpoint={voidTransactionEndpoint}
      params={{ id: transaction.id }}
      opened={opened}
      onClose={onClose}
      title={t('payments.void_title', { reference: transaction.merchant_reference })}
      text={
        <Text size="sm" className={typography.anywhere}>
          {t('payments.void_text', {
            amount,
            payer: transaction.customer_name ?? t('payments.payer'),
            method: methodOf(transaction),
          })}
        </Text>
      }
      verb={t('payments.void_verb', { amount })}
      isDangerous
      done={() => notify({ color: 'blue', message: t('payments.void_notice', { amount }) })}
    />
  )
}
