import {
  approveStatusUpdateEndpoint,
  rejectStatusUpdateEndpoint,
} from '@kontor/contract/status-updates/status-update.endpoints'
import { type StatusUpdate, statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import { statusUpdateCan } from '@kontor/contract/status-updates/status-update.rules'
import { rejectStatusUpdateSchemas } from '@kontor/contract/status-updates/status-update.schemas'
import { Stack, Text } from '@mantine/core'
import { IconCheck, IconCircleOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { LongTextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { notify } from '../platform/notify.ts'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { useViewer } from '../platform/viewer.ts'
import { StatusUpdateEffects } from './status-update-effects.tsx'

/** A second person has a change of much money carried out, or somebody rejects it. */
export function StatusUpdateActions({ row }: { row: StatusUpdate }) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const [open, setOpen] = useState<'approve' | 'reject'>()
  const close = () => setOpen(undefined)
  if (!statusUpdateCan.approve(row) && open === undefined) return null
  return (
    <ActionBar>
      <IfMay do={approveStatusUpdateEndpoint}>
        {row.created_by_id === viewer.id ? (
          <Text size="sm">{t('status_updates.own')}</Text>
        ) : (
          <ActionButton
            icon={IconCheck}
            label={t('status_updates.approve')}
            isPrimary
            onClick={() => setOpen('approve')}
          />
        )}
        <ConfirmCommand
          endpoint={approveStatusUpdateEndpoint}
          params={{ id: row.id }}
          opened={open === 'approve'}
          onClose={close}
          title={t('status_updates.approve_title')}
          text={<Approval row={row} />}
          verb={t('status_updates.approve')}
          done={t('status_updates.done')}
        />
      </IfMay>
      <IfMay do={rejectStatusUpdateEndpoint}>
        <ActionButton icon={IconCircleOff} label={t('status_updates.reject')} onClick={() => setOpen('reject')} />
        <RecordForm
          endpoint={rejectStatusUpdateEndpoint}
          body={rejectStatusUpdateSchemas.body}
          params={{ id: row.id }}
          title={t('status_updates.reject_title')}
          verb={t('status_updates.reject')}
          isDangerous
          opened={open === 'reject'}
          onClose={close}
          initial={{ reason: '' }}
          onDone={() => notify({ color: 'green', message: t('status_updates.rejected') })}
        >
          <Text size="sm">{t('status_updates.reject_text')}</Text>
          <LongTextField name="reason" description={t('status_updates.reason_help')} maxLength={1000} isRequired />
        </RecordForm>
      </IfMay>
    </ActionBar>
  )
}

/** What is approved, by whom and why it was asked for, and what it would do now. */
function Approval({ row }: { row: StatusUpdate }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const status = (word: string) => labels.value('status', undefined, word)
  return (
    <Stack gap="md">
      <Text size="sm">
        {t('status_updates.approve_text', {
          kind: labels.value('kind', statusUpdate.fields.kind, row.kind),
          reference: row.merchant_reference,
          amount: money(row.amount ?? 0, row.currency_code),
          from: status(row.from_status),
          to: status(row.to_status),
        })}
      </Text>
      <Text size="sm">{t('status_updates.approve_by', { name: row.created_by, reason: row.reason })}</Text>
      <StatusUpdateEffects item={row.item} from={row.from_status} to={row.to_status} tell={row.told} isApproval />
    </Stack>
  )
}
