import { transaction } from '@kontor/contract/payments/transaction.entity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FindTransaction } from '../find/find-transaction.tsx'
import { useFoundBefore } from '../find/found-before.ts'
import type { TransactionRow } from '../rows.ts'
import { useFollowedRefund } from './followed-refund.ts'
import { RefundDialog } from './refund.form.tsx'

interface RefundStepsProps {
  step: 'closed' | 'find' | 'refund'
  onStep: (step: 'closed' | 'refund') => void
}

/** The first step finds the transaction, the second asks for the amount. */
export function RefundSteps({ step, onStep }: RefundStepsProps) {
  const { t } = useTranslation()
  // The found transaction is kept when the dialog closes, because the dialog may still be sending.
  const before = useFoundBefore()
  const [found, setFound] = useState<Found | undefined>(() => asFound(before.read()))
  const close = () => {
    before.clear()
    onStep('closed')
  }
  const { follow } = useFollowedRefund()
  return (
    <>
      <Dialog opened={step === 'find'} onClose={close} title={t('payments.find_title')} size="lg">
        <FindTransaction
          onFound={(row) => {
            before.write({ id: row.id })
            setFound({ id: row.id, row })
            onStep('refund')
          }}
        />
      </Dialog>
      {found && (
        <RefundFound key={found.id} {...found} opened={step === 'refund'} onClose={close} onRefunded={follow} />
      )}
    </>
  )
}

interface Found {
  id: string
  row?: TransactionRow
}

const asFound = (kept: { id?: string } | undefined): Found | undefined =>
  kept?.id === undefined ? undefined : { id: kept.id }

interface RefundFoundProps extends Found {
  opened: boolean
  onClose: () => void
  onRefunded: (id: string) => void
}

/** The search result may be outdated, so the dialog reads the transaction again. */
function RefundFound({ id, row, opened, ...then }: RefundFoundProps) {
  const { data = row } = useRow<typeof transaction, TransactionRow>(transaction, id, {
    ...{ enabled: opened, populate: ['processor'] },
  })
  return data && <RefundDialog transaction={data} opened={opened} {...then} />
}
