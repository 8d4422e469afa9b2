import { acceptChargebackEndpoint, disputeChargebackEndpoint } from '@kontor/contract/disputes/chargeback.endpoints'
import { chargebackCan } from '@kontor/contract/disputes/chargeback.rules'
import { IconCheck, IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTimeLeft } from '../payments/respond-by.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { AcceptDialog } from './accept-chargeback.form.tsx'
import type { ChargebackRow } from './chargeback-row.ts'
import { DisputeDialog } from './dispute-chargeback.form.tsx'

/**
 * Accept or dispute. An answer that the processor does not support is hidden; an answer that is not possible now gives
 * its reason.
 */
export function ChargebackActions({ chargeback }: { chargeback: ChargebackRow }) {
  const { t } = useTranslation()
  const wasDisputing = useHasDraft(draftName(disputeChargebackEndpoint, chargeback.id))
  const [open, setOpen] = useState<'accept' | 'dispute' | undefined>(
    wasDisputing && chargebackCan.dispute(chargeback) ? 'dispute' : undefined,
  )
  const left = useTimeLeft(chargeback)
  const close = () => setOpen(undefined)
  // A dialog that waits for its answer stays open, whatever happens to the chargeback meanwhile.
  if (!chargebackCan.accept(chargeback) && open === undefined) return null
  const isDecided =
    chargeback.answer === null && chargebackCan.accept(chargeback) ? undefined : t('chargebacks.why_not.answered')
  const isLate = left && left.days < 0 ? t('chargebacks.why_not.overdue') : undefined
  return (
    <ActionBar>
      {chargeback.answers.includes('DISPUTE') && (
        <IfMay do={disputeChargebackEndpoint}>
          <ActionButton
            icon={IconGavel}
            label={t('chargebacks.dispute')}
            isPrimary
            reason={isDecided ?? isLate}
            onClick={() => setOpen('dispute')}
          />
          <DisputeDialog chargeback={chargeback} opened={open === 'dispute'} onClose={close} />
        </IfMay>
      )}
      {chargeback.answers.includes('ACCEPT') && (
        <IfMay do={acceptChargebackEndpoint}>
          <ActionButton
            icon={IconCheck}
            label={t('chargebacks.accept')}
            reason={isDecided}
            onClick={() => setOpen('accept')}
          />
          <AcceptDialog chargeback={chargeback} opened={open === 'accept'} onClose={close} />
        </IfMay>
      )}
    </ActionBar>
  )
}
