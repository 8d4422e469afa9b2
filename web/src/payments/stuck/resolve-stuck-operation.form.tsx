import { resolveStuckOperationEndpoint } from '@kontor/contract/payments/stuck-operation.endpoints'
import { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import { seenOutcomes } from '@kontor/contract/payments/stuck-operation.rules'
import { resolveStuckOperationSchemas } from '@kontor/contract/payments/stuck-operation.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../platform/api/related.ts'
import { TextField } from '../../platform/form/fields.tsx'
import { RadioField } from '../../platform/form/radio-field.tsx'
import { RecordForm, useRecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import typography from '../../ui/words/typography.module.css'
import type { StuckRow } from '../rows.ts'
import { TransactionContradictions } from '../transaction/transaction-contradictions.tsx'

interface ResolveDialogProps {
  row: StuckRow
  opened: boolean
  onClose: () => void
}

/** What a person saw at the gateway, and where. It is applied as if the gateway had said it. */
export function ResolveDialog({ row, opened, onClose }: ResolveDialogProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const operation = labels.value('operation', stuckOperation.fields.operation, row.operation)

  return (
    <RecordForm
      endpoint={resolveStuckOperationEndpoint}
      body={resolveStuckOperationSchemas.body}
      params={{ id: row.id }}
      title={t('payments.stuck.resolve_title')}
      verb={t('payments.stuck.resolve_verb')}
      size="md"
      opened={opened}
      onClose={onClose}
      initial={{ seen: '', seen_where: '' }}
      problems={({ values }) => ({
        processor_id_external:
          needsId(row, values) && !values['processor_id_external'] ? t('form_validation.required') : null,
      })}
      keepsUnanswered
      onDone={() => notify({ color: 'blue', message: t('payments.stuck.resolved_notice') })}
    >
      <Text size="sm" className={typography.anywhere}>
        {t('payments.stuck.resolve_text', {
          reference: row.id,
          operation,
          amount: money(row.amount, row.currency_code),
        })}
      </Text>
      <TransactionContradictions transaction={idOf(row.transaction)} />
      <RadioField
        name="seen"
        label={t('payments.stuck.seen')}
        choices={seenOutcomes}
        textOf={(seen) => t(`payments.stuck.seen_as.${seen}`)}
      />
      <GatewaysId row={row} />
      <TextField name="seen_where" description={t('payments.stuck.seen_where_help')} maxLength={500} />
    </RecordForm>
  )
}

/** A payment that was done and whose id nobody knows: nothing could be captured or refunded without the id. */
const needsId = ({ operation, processor_id_external }: StuckRow, values: Record<string, unknown>): boolean =>
  (operation === 'authorize' || operation === 'resume') && processor_id_external === null && values['seen'] === 'done'

function GatewaysId({ row }: { row: StuckRow }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  if (!needsId(row, form.values)) return null
  return (
    <TextField
      name="processor_id_external"
      description={t('payments.stuck.gateways_id_help')}
      maxLength={100}
      isRequired
    />
  )
}
