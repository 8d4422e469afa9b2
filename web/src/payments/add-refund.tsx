import { refundTransactionCommand } from '@kontor/contract/payments/refund.commands'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { useRow } from '../platform/reading.ts'
import { FindTransaction } from './find-transaction.tsx'
import { useFollowedRefund } from './followed-refund.ts'
import './payments.css'
import { RefundDialog } from './refund.form.tsx'
import type { TransactionRow } from './relations.ts'

type Step = { step: 'closed' } | { step: 'find' } | { step: 'refund' }

/** Which transaction was found, should the session end while its refund is being typed. */
const useFoundBefore = () => useOwnDraft<{ id: string }>('refund-found')

/** A refund from the list of refunds: first the transaction is found, then the amount is asked for. */
export function AddRefund() {
  const { t } = useTranslation()
  const before = useFoundBefore()
  const [{ step }, setStep] = useState<Step>({ step: before.read() ? 'refund' : 'closed' })
  // Kept when the dialog closes, which may still be sending.
  const [found, setFound] = useState<{ id: string; row?: TransactionRow } | undefined>(() => asFound(before.read()))
  const close = () => {
    before.clear()
    setStep({ step: 'closed' })
  }
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
            before.write({ id: row.id })
            setFound({ id: row.id, row })
            setStep({ step: 'refund' })
          }}
        />
      </Modal>
      {found && (
        <RefundFound key={found.id} {...found} opened={step === 'refund'} onClose={close} onRefunded={follow} />
      )}
    </IfMay>
  )
}

const asFound = (kept: { id?: string } | undefined) => (kept?.id === undefined ? undefined : { id: kept.id })

interface RefundFoundProps {
  id: string
  row?: TransactionRow
  opened: boolean
  onClose: () => void
  onRefunded: (id: string) => void
}

/** The search result may be old by now: the dialog counts with the transaction as it is. */
function RefundFound({ id, row, opened, ...then }: RefundFoundProps) {
  const { data = row } = useRow(transaction, id, { enabled: opened })
  return data && <RefundDialog transaction={data} opened={opened} {...then} />
}
