import type { PaymentOrder } from '@kontor/contract/payouts/payment-order.entity'
import { takePaymentOrderFileEndpoint, withdrawPaymentOrderEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { takePaymentOrderFileSchemas, withdrawPaymentOrderSchemas } from '@kontor/contract/payouts/payout.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { saveOrder } from './save-order.ts'

interface FormProps {
  row: PaymentOrder
  onClose: () => void
}

/** The file a second time: the bank may carry it out twice, so the reason is kept. */
export function TakeAgain({ row, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={takePaymentOrderFileEndpoint}
      body={takePaymentOrderFileSchemas.body}
      params={{ id: row.id }}
      title={t('payment_orders.take_again')}
      verb={t('payment_orders.take_again')}
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={saveOrder}
    >
      <Text size="sm">{t('payment_orders.take_again_text')}</Text>
      <LongTextField name="reason" label={t('settlement.hold_reason')} maxLength={500} autoFocus />
    </RecordForm>
  )
}

export function WithdrawPaymentOrder({ row, onClose }: FormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={withdrawPaymentOrderEndpoint}
      body={withdrawPaymentOrderSchemas.body}
      params={{ id: row.id }}
      title={t('payment_orders.withdraw_title')}
      verb={t('payment_orders.withdraw')}
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('payment_orders.withdrawn') })}
    >
      <Text size="sm">{t('payment_orders.withdraw_text')}</Text>
      <LongTextField name="reason" label={t('settlement.hold_reason')} maxLength={500} autoFocus />
    </RecordForm>
  )
}
