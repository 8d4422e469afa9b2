import { isCurrencyCode } from '@kontor/contract/money'
import type { SettlementFile } from '@kontor/contract/processors/processor-settlement.schemas'
import { closeSettlementFileEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import { closeSettlementFileSchemas } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AmountField, TextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { notify } from '../platform/notify.ts'

const fieldOf = (currency: string) => `received_${currency}`

/** Closes a file with what the bank received of it. */
export function CloseFile({ id, file, onClose }: { id: string; file: SettlementFile; onClose: () => void }) {
  const { t } = useTranslation()
  const currencies = file.totals.map(({ currency_code }) => currency_code).filter(isCurrencyCode)
  return (
    <RecordForm
      endpoint={closeSettlementFileEndpoint}
      body={closeSettlementFileSchemas.body}
      params={{ id, file: file.id }}
      title={t('reconciliation.close_title', { name: file.name })}
      verb={t('reconciliation.close')}
      opened
      onClose={onClose}
      like={file.id}
      initial={{ bank_reference: '', ...Object.fromEntries(currencies.map((each) => [fieldOf(each), null])) }}
      bodyOf={({ bank_reference, ...values }) => ({
        bank_reference,
        received: currencies.map((currency_code) => ({ currency_code, amount: values[fieldOf(currency_code)] })),
      })}
      problems={({ values }) =>
        Object.fromEntries(
          currencies.map((each) => [
            fieldOf(each),
            typeof values[fieldOf(each)] === 'number' ? null : t('form.amount_required'),
          ]),
        )
      }
      onDone={() => notify({ color: 'green', message: t('reconciliation.closed', { name: file.name }) })}
    >
      <Text size="sm">{t('reconciliation.close_text')}</Text>
      <TextField name="bank_reference" label={t('reconciliation.bank_reference')} maxLength={140} autoFocus />
      {currencies.map((currency) => (
        <AmountField
          key={currency}
          name={fieldOf(currency)}
          label={t('reconciliation.received', { currency })}
          currency={currency}
          isRequired
        />
      ))}
    </RecordForm>
  )
}
