import {
  approveSettlementUpdateEndpoint,
  cancelSettlementUpdateEndpoint,
} from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import type { SettlementUpdate } from '@kontor/contract/payouts/updates/settlement-update.entity'
import { settlementUpdateCan } from '@kontor/contract/payouts/updates/settlement-update.rules'
import { IconCheck, IconCircleOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useMoney } from '../../platform/value/use-money.ts'

/** A second person carries out an update about much money, or anybody cancels it. */
export function SettlementUpdateActions({ row }: { row: SettlementUpdate }) {
  const { t } = useTranslation()
  const money = useMoney()
  const [open, setOpen] = useState<'approve' | 'cancel'>()
  const close = () => setOpen(undefined)
  if (!settlementUpdateCan.approve(row) && open === undefined) return null
  const said = {
    number: row.settlement_number,
    amount: money(row.amount, row.currency_code),
    what: t(`settlement_updates.kind.${row.kind}`),
  }
  return (
    <ActionBar>
      <IfMay do={approveSettlementUpdateEndpoint}>
        <ActionButton
          icon={IconCheck}
          label={t('settlement_updates.approve')}
          isPrimary
          onClick={() => setOpen('approve')}
        />
        <ConfirmCommand
          endpoint={approveSettlementUpdateEndpoint}
          params={{ id: row.id }}
          opened={open === 'approve'}
          onClose={close}
          title={t('settlement_updates.approve_title')}
          text={t('settlement_updates.approve_text', said)}
          verb={t('settlement_updates.approve')}
          done={t('settlement_updates.done')}
        />
      </IfMay>
      <IfMay do={cancelSettlementUpdateEndpoint}>
        <ActionButton icon={IconCircleOff} label={t('settlement_updates.cancel')} onClick={() => setOpen('cancel')} />
        <ConfirmCommand
          endpoint={cancelSettlementUpdateEndpoint}
          params={{ id: row.id }}
          opened={open === 'cancel'}
          onClose={close}
          title={t('settlement_updates.cancel_title')}
          text={t('settlement_updates.cancel_text', said)}
          verb={t('settlement_updates.cancel')}
          isDangerous
          done={t('settlement_updates.cancelled')}
        />
      </IfMay>
    </ActionBar>
  )
}
