import { holdSettlementEndpoint } from '@kontor/contract/settlements/settlement.endpoints'
import { holdSettlementSchemas } from '@kontor/contract/settlements/settlement.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LongTextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/use-money.ts'
import type { SettlementRow } from './settlement-row.ts'

/** Why a settlement must not be paid out yet. */
export function HoldSettlement({ row, onClose }: { row: SettlementRow; onClose: () => void }) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <RecordForm
      endpoint={holdSettlementEndpoint}
      body={holdSettlementSchemas.body}
      params={{ id: row.id }}
      title={t('settlement.hold_title', { number: row.number })}
      verb={t('settlement.hold')}
      opened
      onClose={onClose}
      initial={{ reason: '' }}
      onDone={() => notify({ color: 'green', message: t('settlement.held', { number: row.number }) })}
    >
      <Text size="sm">{t('settlement.hold_text', { amount: money(row.paid, row.currency_code) })}</Text>
      <LongTextField name="reason" label={t('settlement.hold_reason')} maxLength={500} autoFocus />
    </RecordForm>
  )
}
