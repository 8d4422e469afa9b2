import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import { captureTransactionEndpoint, voidTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { IconArrowBackUp, IconCashBanknote, IconCircleOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useMay } from '../../platform/viewer.ts'
import { CaptureDialog } from '../capture.form.tsx'
import { isDisputed } from '../override-chargeback.tsx'
import { RefundDialog } from '../refunds/refund.form.tsx'
import type { TransactionRow } from '../rows.ts'
import { VoidDialog } from '../void.form.tsx'
import { useWhyNot } from '../why-not.ts'

interface TransactionActionsProps {
  transaction: TransactionRow
  onRefunded: (id: string) => void
}

/**
 * The actions on a transaction. An action is hidden when the role forbids it, and disabled with a reason when the
 * status does.
 */
export function TransactionActions({ transaction, onRefunded }: TransactionActionsProps) {
  const { t } = useTranslation()
  const whyNot = useWhyNot(transaction)
  const mayRefund = useMay(refundTransactionEndpoint)
  const mayCapture = useMay(captureTransactionEndpoint)
  const wasRefunding = useHasDraft(draftName(refundTransactionEndpoint, transaction.id)) && mayRefund
  const wasCapturing = useHasDraft(draftName(captureTransactionEndpoint, transaction.id)) && mayCapture
  // A dialog that was being typed in when the session ended opens again.
  const [open, setOpen] = useState<'refund' | 'capture' | 'void' | undefined>(() => {
    if (wasRefunding && !whyNot('refund')) return 'refund'
    return wasCapturing && !whyNot('capture') ? 'capture' : undefined
  })
  const close = () => setOpen(undefined)

  // The most likely action comes first.
  const order = transactionCan.capture(transaction) ? captureFirst : refundFirst

  return (
    <ActionBar>
      {order.map((action) => (
        <IfMay key={action} do={endpoints[action]}>
          <ActionButton
            icon={icons[action]}
            label={t(`payments.${action}`)}
            isPrimary={action === 'capture' || (action === 'refund' && !isDisputed(transaction))}
            reason={whyNot(action)}
            onClick={() => setOpen(action)}
          />
        </IfMay>
      ))}
      <RefundDialog transaction={transaction} opened={open === 'refund'} onClose={close} onRefunded={onRefunded} />
      <CaptureDialog transaction={transaction} opened={open === 'capture'} onClose={close} />
      <VoidDialog transaction={transaction} opened={open === 'void'} onClose={close} />
    </ActionBar>
  )
}

const refundFirst = ['refund', 'capture', 'void'] as const
const captureFirst = ['capture', 'void', 'refund'] as const

const endpoints = {
  refund: refundTransactionEndpoint,
  capture: captureTransactionEndpoint,
  void: voidTransactionEndpoint,
} as const

const icons = {
  refund: IconArrowBackUp,
  capture: IconCashBanknote,
  void: IconCircleOff,
} as const
