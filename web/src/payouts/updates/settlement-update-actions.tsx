import {
  approveSettlementUpdateEndpoint,
  cancelSettlementUpdateEndpoint,
} from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import type { SettlementUpdate } from '@kontor/contract/payouts/updates/settlement-update.entity'
import { longestReason, settlementUpdateCan } from '@kontor/contract/payouts/updates/settlement-update.rules'
import { cancelSettlementUpdateSchemas } from '@kontor/contract/payouts/updates/settlement-update.schemas'
import { Text } from '@mantine/core'
import { IconCheck, IconCircleOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { notify } from '../../platform/notify.ts'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { useViewer } from '../../platform/viewer.ts'

/** A second person carries out an update about much money, or anybody cancels it with a reason. */
export function SettlementUpdateActions({ row }: { row: SettlementUpdate }) {
  const { t } = useTranslation()
  const money = useMoney()
  const viewer = useViewer()
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
        {row.created_by_id === viewer.id ? (
          <Text size="sm">{t('status_updates.own')}</Text>
        ) : (
          <ActionButton
            icon={IconCheck}
            label={t('settlement_updates.approve')}
            isPrimary
            onClick={() => setOpen('approve')}
          />
        )}
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
        <RecordForm
          endpoint={cancelSettlementUpdateEndpoint}
          body={cancelSettlementUpdateSchemas.body}
          params={{ id: row.id }}
          title={t('settlement_updates.cancel_title')}
          verb={t('settlement_updates.cancel_verb')}
          isDangerous
          opened={open === 'cancel'}
          onClose={close}
          initial={{ reason: '' }}
          onDone={() => notify({ color: 'green', message: t('settlement_updates.cancelled') })}
        >
          <Text size="sm">{t('settlement_updates.cancel_text', said)}</Text>
          <LongTextField
            name="reason"
            description={t('settlement_updates.reason_help')}
            maxLength={longestReason}
            isRequired
          />
        </RecordForm>
      </IfMay>
    </ActionBar>
  )
}
