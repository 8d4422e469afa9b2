import {
  attachContradictionEndpoint,
  closeContradictionEndpoint,
  payBackContradictionEndpoint,
  takeOverContradictionEndpoint,
} from '@kontor/contract/contradictions/contradiction.endpoints'
import { canAttach, canPayBack, canTakeOver } from '@kontor/contract/contradictions/ending.rules'
import { IconArrowBackUp, IconCheck, IconLink, IconNote } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { AttachDialog } from './attach-contradiction.form.tsx'
import { CloseDialog } from './close-contradiction.form.tsx'
import type { ContradictionRow } from './contradiction-row.ts'
import { SettleDialog } from './settle-contradiction.form.tsx'

/** The ways to end an open contradiction. Those that cannot be made right here are not offered; closing it always is. */
export function ContradictionActions({ row }: { row: ContradictionRow }) {
  const { t } = useTranslation()
  const wasClosing = useHasDraft(draftName(closeContradictionEndpoint, row.id))
  const [open, setOpen] = useState<'take_over' | 'pay_back' | 'attach' | 'close' | undefined>(
    wasClosing && row.state === 'OPEN' ? 'close' : undefined,
  )
  const close = () => setOpen(undefined)
  // A dialog that waits for its answer stays open.
  if (row.state !== 'OPEN' && open === undefined) return null
  return (
    <ActionBar>
      {(canTakeOver(row) || open === 'take_over') && (
        <IfMay do={takeOverContradictionEndpoint}>
          <ActionButton
            icon={IconCheck}
            label={t('contradictions.take_over')}
            isPrimary
            onClick={() => setOpen('take_over')}
          />
          <SettleDialog
            row={row}
            way="take_over"
            endpoint={takeOverContradictionEndpoint}
            opened={open === 'take_over'}
            onClose={close}
          />
        </IfMay>
      )}
      {(canPayBack(row) || open === 'pay_back') && (
        <IfMay do={payBackContradictionEndpoint}>
          <ActionButton
            icon={IconArrowBackUp}
            label={t('contradictions.pay_back')}
            onClick={() => setOpen('pay_back')}
          />
          <SettleDialog
            row={row}
            way="pay_back"
            endpoint={payBackContradictionEndpoint}
            opened={open === 'pay_back'}
            onClose={close}
          />
        </IfMay>
      )}
      {(canAttach(row) || open === 'attach') && (
        <IfMay do={attachContradictionEndpoint}>
          <ActionButton
            icon={IconLink}
            label={t(row.subscription ? 'contradictions.attach.subscription' : 'contradictions.attach.scheduled')}
            isPrimary={row.they_say === 'MAY_BE_CHARGED'}
            onClick={() => setOpen('attach')}
          />
          <AttachDialog row={row} opened={open === 'attach'} onClose={close} />
        </IfMay>
      )}
      <IfMay do={closeContradictionEndpoint}>
        <ActionButton
          icon={IconNote}
          label={t('contradictions.close')}
          isPrimary={!canTakeOver(row) && !(canAttach(row) && row.they_say === 'MAY_BE_CHARGED')}
          onClick={() => setOpen('close')}
        />
        <CloseDialog row={row} opened={open === 'close'} onClose={close} />
      </IfMay>
    </ActionBar>
  )
}
