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

/** What the bank received, in minor units. Amounts are typed without a sign: the net amount of the file says which way it went. */
const receivedOf = ({ currency_code, net }: Pick<Total, 'currency_code' | 'net'>, typed: unknown) => ({
  currency_code,
  amount: typeof typed === 'number' && isTaken(net) ? -typed : typed,
})

type Total = SettlementFile['totals'][number]
const isTaken = (net: string) => net.startsWith('-')

/** Closes a file with what the bank received of it, or what was taken from it. */
export function CloseFile({ id, file, onClose }: { id: string; file: SettlementFile; onClose: () => void }) {
  const { t } = useTranslation()
  const totals = file.totals.filter(({ currency_code }) => isCurrencyCode(currency_code))
  const currencies = totals.map(({ currency_code }) => currency_code)
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
        received: totals.map((total) => receivedOf(total, values[fieldOf(total.currency_code)])),
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
      {totals.map(({ currency_code: currency, net }) => (
        <AmountField
          key={currency}
          name={fieldOf(currency)}
          label={t(isTaken(net) ? 'reconciliation.taken' : 'reconciliation.received', { currency })}
          currency={currency}
          isRequired
        />
      ))}
    </RecordForm>
  )
}
