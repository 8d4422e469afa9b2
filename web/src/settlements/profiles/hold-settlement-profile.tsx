import { holdSettlementProfileEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { holdSettlementProfileSchemas } from '@kontor/contract/settlements/profiles/settlement-profile.schemas'
import { holdReasonLength } from '@kontor/contract/settlements/settlement.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import type { SettlementProfileRow } from './settlement-profile-row.ts'

/** Asks why the payouts of a profile stop. */
export function HoldSettlementProfile({ row, onClose }: { row: SettlementProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name } = row
  return (
    <RecordForm
      endpoint={holdSettlementProfileEndpoint}
      body={holdSettlementProfileSchemas.body}
      params={{ id }}
      title={t('settlement_profiles.hold_title', { name })}
      verb={t('settlement_profiles.hold')}
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('settlement_profiles.held', { name }) })}
    >
      <Text size="sm">{t('settlement_profiles.hold_text')}</Text>
      <LongTextField name="reason" label={t('settlement_profiles.reason')} maxLength={holdReasonLength} autoFocus />
    </RecordForm>
  )
}
