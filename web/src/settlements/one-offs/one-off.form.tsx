import { createOneOffEndpoint, updateOneOffEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { type OneOff, oneOff } from '@kontor/contract/settlements/one-offs/one-off.entity'
import { oneOffKinds, oneOffRepeats } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { createOneOffSchemas, updateOneOffSchemas } from '@kontor/contract/settlements/one-offs/one-off.schemas'
import { SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useTranslation } from 'react-i18next'
import { engineNow } from '../../platform/api/server-time.ts'
import { useAmountsIn } from '../../platform/form/amounts/use-amounts-in.ts'
import { DayField } from '../../platform/form/dates/date-fields.tsx'
import { AmountField, CheckField, ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { RadioField } from '../../platform/form/radio-field.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../../platform/form/record-form.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { todayIn } from '../../platform/list/address/default-window.ts'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { useCurrencies } from '../../platform/value/use-currencies.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { OneOffRow } from './one-off-row.ts'

interface OneOffFormProps {
  /** The one-off to change; undefined for a new one. */
  of?: OneOffRow
  opened: boolean
  onClose: () => void
}

/** A new one-off, or a change of one that is not approved. The amount is typed without a sign: the kind has it, or a choice. */
export function OneOffForm({ of, opened, onClose }: OneOffFormProps) {
  const { t } = useTranslation()
  const organisation = useOwnOrganisation()
  const currencies = useCurrencies() ?? []
  // A merchant without payments may use any currency, of which the first would be a strange one.
  const currency = currencies.includes('EUR') ? 'EUR' : (currencies[0] ?? 'EUR')
  const { time_zone } = useViewer()
  return (
    <RecordForm
      endpoint={of ? updateOneOffEndpoint : createOneOffEndpoint}
      body={(of ? updateOneOffSchemas : createOneOffSchemas).body}
      params={of && { id: of.id }}
      title={of ? t('one_offs.edit_title') : t('one_offs.add')}
      verb={of ? t('action.save') : t('one_offs.add')}
      opened={opened}
      onClose={onClose}
      initial={of ? stored(of) : { ...empty, currency_code: currency, date: todayIn(engineNow(), time_zone) }}
      bodyOf={(values) => ({ ...bodyOf(values), ...(of ? {} : { organisation }) })}
      madeOf={{ amount: ['side'] }}
      present={of && presentRow(oneOff, of.id, stored)}
      onDone={() => notify({ color: 'green', message: t('one_offs.saved') })}
    >
      <Fields />
    </RecordForm>
  )
}

const sides = ['from_merchant', 'to_merchant'] as const
type Side = (typeof sides)[number]

function Fields() {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const currencies = useCurrencies() ?? []
  const currency = String(form.values['currency_code'] ?? '')
  const convert = useAmountsIn(['amount'])
  const known = currencies.includes(currency) || !currency ? currencies : [currency, ...currencies]
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <ChoiceField name="kind" choices={oneOffKinds} autoFocus />
        <DayField name="date" description={t('one_offs.date_help')} />
      </SimpleGrid>
      {!sideOfKind(form.values['kind']) && (
        <RadioField
          name="side"
          label={t('one_offs.side')}
          choices={sides}
          textOf={(side) => t(`one_offs.${side}`)}
          isRequired
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <AmountField name="amount" currency={currency || 'EUR'} isRequired />
        <ChoiceField
          name="currency_code"
          choices={known}
          textOf={(code) => code}
          onChosen={(to) => convert(currency || 'EUR', to || 'EUR')}
        />
      </SimpleGrid>
      <CheckField name="vat" label={t('one_offs.vat_help')} />
      <TextField name="description_nl" maxLength={140} description={t('one_offs.description_help')} />
      <TextField name="description_en" maxLength={140} description={t('one_offs.description_help')} />
      <TextField name="transaction" description={t('one_offs.transaction_help')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <ChoiceField name="repeat" choices={oneOffRepeats} />
        {form.values['repeat'] === 'MONTHLY' && <DayField name="repeat_until" isRequired />}
      </SimpleGrid>
    </>
  )
}

const empty: FormValues = {
  ...{ kind: 'CHARGE', side: 'from_merchant', amount: null, vat: true },
  ...{ description_nl: '', description_en: '', transaction: '', repeat: 'NONE', repeat_until: '' },
}

const stored = (of: OneOffRow | OneOff): FormValues => ({
  ...{ kind: of.kind, date: of.date, side: of.amount < 0 ? 'from_merchant' : 'to_merchant' },
  ...{ amount: Math.abs(of.amount), currency_code: of.currency_code, vat: of.vat },
  ...{ description_nl: of.description_nl, description_en: of.description_en },
  transaction: typeof of.transaction === 'string' ? of.transaction : '',
  ...{ repeat: of.repeat, repeat_until: of.repeat_until ?? '' },
})

function bodyOf({ side, amount, ...values }: FormValues): FormValues {
  const isTaken = (sideOfKind(values['kind']) ?? side) === 'from_merchant'
  const signed = typeof amount === 'number' && amount > 0 && isTaken ? -amount : amount
  return { ...values, amount: signed, repeat_until: values['repeat'] === 'MONTHLY' ? values['repeat_until'] : null }
}

/** The side that a kind has; undefined when somebody chooses it. */
const sideOfKind = (kind: unknown): Side | undefined =>
  kind === 'CHARGE' ? 'from_merchant' : kind === 'CREDIT' ? 'to_merchant' : undefined
