import { refundTransactionCommand } from '@kontor/contract/payments/refund.commands'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IfMay } from '../platform/if-may.tsx'
import { useRow } from '../platform/reading.ts'
import { FindTransaction } from './find-transaction.tsx'
import { useFollowedRefund } from './followed-refund.ts'
import './payments.css'
import { RefundDialog } from './refund.form.tsx'
import type { TransactionRow } from './relations.ts'

type Step = { step: 'closed' } | { step: 'find' } | { step: 'refund' }

/** A refund from the list of refunds: first the transaction is found, then the amount is asked for. */
export function AddRefund() {
  const { t } = useTranslation()
  const [{ step }, setStep] = useState<Step>({ step: 'closed' })
  // Kept when the dialog closes, which may still be sending.
  const [found, setFound] = useState<TransactionRow>()
  const close = () => setStep({ step: 'closed' })
  const { follow } = useFollowedRefund()
  return (
    <IfMay do={refundTransactionCommand}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setStep({ step: 'find' })}>
        {t('payments.add_refund')}
      </Button>
      <Modal
        opened={step === 'find'}
        onClose={close}
        title={t('payments.find_title')}
        size="lg"
        closeButtonProps={{ 'aria-label': t('action.close') }}
      >
        <FindTransaction
          onFound={(row) => {
            setFound(row)
            setStep({ step: 'refund' })
          }}
        />
      </Modal>
      {found && (
        <RefundFound key={found.id} found={found} opened={step === 'refund'} onClose={close} onRefunded={follow} />
      )}
    </IfMay>
  )
}

interface RefundFoundProps {
  found: TransactionRow
  opened: boolean
  onClose: () => void
  onRefunded: (id: string) => void
}

/** The search result may be old by now: the dialog counts with the transaction as it is. */
function RefundFound({ found, opened, ...then }: RefundFoundProps) {
  const { data } = useRow(transaction, found.id, { enabled: opened })
  return <RefundDialog transaction={data ?? found} opened={opened} {...then} />
}
