import type { PaymentOrder } from '@kontor/contract/payouts/payment-order.entity'
import {
  approvePaymentOrderEndpoint,
  takePaymentOrderFileEndpoint,
  withdrawPaymentOrderEndpoint,
} from '@kontor/contract/payouts/payout.endpoints'
import { IconArrowBackUp, IconCheck, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { saveOrder } from './save-order.ts'

const forms = () => import('./payment-order.form.tsx')
const TakeAgain = lazy(() => forms().then((module) => ({ default: module.TakeAgain })))
const Withdraw = lazy(() => forms().then((module) => ({ default: module.WithdrawPaymentOrder })))

type Open = 'approve' | 'take' | 'again' | 'withdraw'

/** A second person approves; then the file is taken for the bank. What the bank has not carried out can be withdrawn. */
export function PaymentOrderActions({ row }: { row: PaymentOrder }) {
  const { t } = useTranslation()
  const money = useMoney()
  const wasWithdrawing = useHasDraft(draftName(withdrawPaymentOrderEndpoint, row.id))
  const isOpen = ['CREATED', 'APPROVED', 'EXPORTED'].includes(row.status)
  const [open, setOpen] = useState<Open | undefined>(wasWithdrawing && isOpen ? 'withdraw' : undefined)
  const close = () => setOpen(undefined)
  if (!isOpen && open === undefined) return null
  const said = { sum: money(row.sum, row.currency_code), count: row.payouts }
  return (
    <ActionBar>
      {row.status === 'CREATED' && (
        <IfMay do={approvePaymentOrderEndpoint}>
          <ActionButton icon={IconCheck} label={t('payouts.approve')} isPrimary onClick={() => setOpen('approve')} />
        </IfMay>
      )}
      {(row.status === 'APPROVED' || row.status === 'EXPORTED') && (
        <IfMay do={takePaymentOrderFileEndpoint}>
          <ActionButton
            icon={IconDownload}
            label={t(row.status === 'APPROVED' ? 'payment_orders.take' : 'payment_orders.take_again')}
            isPrimary={row.status === 'APPROVED'}
            onClick={() => setOpen(row.status === 'APPROVED' ? 'take' : 'again')}
          />
        </IfMay>
      )}
      {isOpen && (
        <IfMay do={withdrawPaymentOrderEndpoint}>
          <ActionButton
            icon={IconArrowBackUp}
            label={t('payment_orders.withdraw')}
            onClick={() => setOpen('withdraw')}
          />
        </IfMay>
      )}
      <ConfirmCommand
        endpoint={approvePaymentOrderEndpoint}
        params={{ id: row.id }}
        body={{ sha256: row.sha256 }}
        opened={open === 'approve'}
        onClose={close}
        title={t('payment_orders.approve_title')}
        text={t('payment_orders.approve_text', said)}
        verb={t('payouts.approve')}
        done={t('payment_orders.approved')}
      />
      <ConfirmCommand
        endpoint={takePaymentOrderFileEndpoint}
        params={{ id: row.id }}
        opened={open === 'take'}
        onClose={close}
        title={t('payment_orders.take')}
        text={t('payment_orders.take_text', said)}
        verb={t('payment_orders.take')}
        done={saveOrder}
      />
      <Suspense fallback={null}>
        {open === 'again' && <TakeAgain row={row} onClose={close} />}
        {open === 'withdraw' && <Withdraw row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}
