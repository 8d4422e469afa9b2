import { paymentOrder } from '@kontor/contract/payouts/payment-order.entity'
import { createPaymentOrderEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'

const columns = columnsOf(
  paymentOrder,
  [
    ...(['created_at', 'sum', 'status', 'execution_day', 'psp_bank_account', 'payouts'] as const),
    ...(['created_by', 'approved_by', 'exported_by'] as const),
  ],
  {
    extra: [
      'id',
      'currency_code',
      'sha256',
      'downloads',
      'approved_at',
      'exported_at',
      'withdrawn_by',
      'withdrawal_reason',
    ],
    lines: { name: 'created_at', figure: 'sum', when: 'execution_day' },
  },
)

const populate = ['psp_bank_account']

export default function PaymentOrderPage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} populate={populate} emptyTitle={t('payment_orders.empty')}>
      <AddButton do={createPaymentOrderEndpoint}>
        {(opened, close) => (
          <ConfirmCommand
            endpoint={createPaymentOrderEndpoint}
            params={{}}
            opened={opened}
            onClose={close}
            title={t('payment_orders.add_title')}
            text={t('payment_orders.add_text')}
            verb={t('payment_orders.add')}
            done={t('payment_orders.added')}
          />
        )}
      </AddButton>
    </ListPage>
  )
}
