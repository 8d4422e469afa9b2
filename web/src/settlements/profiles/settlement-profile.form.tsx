import { bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import { languages } from '@kontor/contract/codes/languages'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import {
  createSettlementProfileEndpoint,
  updateSettlementProfileEndpoint,
} from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import {
  type SettlementProfile,
  settlementProfile,
} from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import {
  negativeClosings,
  type ProfileValue,
  profileBooks,
  profileLimits,
  profileValues,
  settlementMethods,
} from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import {
  createSettlementProfileSchemas,
  updateSettlementProfileSchemas,
} from '@kontor/contract/settlements/profiles/settlement-profile.schemas'
import { settlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../platform/api/related.ts'
import { AddressesField } from '../../platform/form/addresses-field.tsx'
import { CurrencyField } from '../../platform/form/amounts/currency-field.tsx'
import { changedValues } from '../../platform/form/changed-values.ts'
import { AmountField, ChoiceField, IntegerField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { percentageOf, ppmTyped } from '../../pricing/editor/typed-line.ts'
import type { SettlementProfileRow } from './settlement-profile-row.ts'

/** Makes a profile of the merchant in view. The bank account gives the currency. */
export function CreateSettlementProfile({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  return (
    <RecordForm
      endpoint={createSettlementProfileEndpoint}
      body={createSettlementProfileSchemas.body}
      title={t('settlement_profiles.add')}
      verb={t('settlement_profiles.add')}
      opened={opened}
      onClose={onClose}
      initial={{
        ...{ name: '', organisation: own, book: 'DEFAULT', bank_account: '', currency_code: 'EUR' },
        ...{ settlement_schedule: '', delay_days: '', negative: '', minimum: undefined, statement_text: '' },
        ...{
          recipients: [],
          language: '',
          webhook_url: '',
          method: 'NET',
          payout_currency_code: '',
          fx_margin_ppm: '',
        },
      }}
      bodyOf={filled}
      onDone={({ name }) => notify({ color: 'green', message: t('settlement_profiles.added', { name }) })}
    >
      <CreateFields />
    </RecordForm>
  )
}

/** Changes a profile. What nobody changes here is not sent. */
export function EditSettlementProfile({ row, onClose }: { row: SettlementProfileRow; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { name } = row
  const [opened] = useState(() => valuesOf(row, i18n.language))
  return (
    <RecordForm
      endpoint={updateSettlementProfileEndpoint}
      body={updateSettlementProfileSchemas.body}
      params={{ id: row.id }}
      title={t('settlement_profiles.edit_title', { name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => filled(changedValues(opened, values))}
      present={presentRow(settlementProfile, row.id, (now) => valuesOf(now, i18n.language))}
      onDone={() => notify({ color: 'green', message: t('settlement_profiles.saved', { name }) })}
    >
      <Fields currency={row.currency_code} merchant={row.merchant} isOfAccount={row.book === 'BANK_ACCOUNT'} />
    </RecordForm>
  )
}

function valuesOf(row: SettlementProfileRow | SettlementProfile, language: string): FormValues {
  /** Only what is its own: the rest is empty, and follows the package. */
  const own = <V,>(field: ProfileValue, value: V): V | '' => (row.own_values.includes(field) ? value : '')
  return {
    ...{ name: row.name, delay_days: own('delay_days', row.delay_days), negative: own('negative', row.negative) },
    ...{
      minimum: row.own_values.includes('minimum') ? row.minimum : undefined,
      statement_text: row.statement_text ?? '',
    },
    method: row.method,
    ...{
      payout_currency_code: row.payout_currency_code ?? '',
      fx_margin_ppm: percentageOf(row.fx_margin_ppm, language),
    },
    ...{ organisation: idOf(row.organisation), bank_account: idOf(row.bank_account) },
    ...{ recipients: row.recipients, language: row.language ?? '', webhook_url: row.webhook_url ?? '' },
    settlement_schedule:
      row.settlement_schedule === null ? '' : own('settlement_schedule', idOf(row.settlement_schedule)),
  }
}

/** An empty text is none, and an empty value that of the package or the usual one. Without another currency there is no margin. */
const filled = (values: FormValues): FormValues => ({
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      mayBeNone.has(name) && (value === '' || value === undefined)
        ? null
        : name === 'fx_margin_ppm'
          ? marginOf(value)
          : value,
    ]),
  ),
  ...('payout_currency_code' in values && !values['payout_currency_code'] && { fx_margin_ppm: 0 }),
})
const mayBeNone = new Set<string>([
  ...profileValues,
  'statement_text',
  'language',
  'webhook_url',
  'payout_currency_code',
])

/** As typed, and nothing where it is empty; what is no percentage is refused by the schema. */
const marginOf = (typed: unknown = '') => (typeof typed === 'string' ? (ppmTyped(typed) ?? typed) : typed)

function CreateFields() {
  const { currency_code } = useFormValues()
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField name="book" choices={profileBooks} description={t('settlement_profiles.book_help')} />
      <CurrencyField amounts={['minimum']} />
      <Fields currency={String(currency_code)} />
    </>
  )
}

interface FieldsProps {
  currency: string
  merchant?: string
  /** The bank account is that of its book, and is replaced where bank accounts are. */
  isOfAccount?: boolean
}

function Fields({ currency, merchant, isOfAccount = false }: FieldsProps) {
  const { t } = useTranslation()
  const ofMerchant = merchant ? { merchant } : {}
  const payoutCurrency = String(useFormValues()['payout_currency_code'] ?? '')
  return (
    <FieldGrid>
      <TextField name="name" maxLength={profileLimits.name} autoFocus isRequired />
      <RelatedField name="organisation" target={organisation} isRequired query={{ _sort: 'name', ...ofMerchant }} />
      {!isOfAccount && (
        <RelatedField
          name="bank_account"
          target={bankAccount}
          isRequired
          query={{ status: 'VERIFIED', currency_code: payoutCurrency || currency, ...ofMerchant }}
          titleOf={({ holder, iban }: { id: string; holder: string; iban: string }) => `${holder} ${iban}`}
          description={t('settlement_profiles.bank_account_help')}
        />
      )}
      <RelatedField
        name="settlement_schedule"
        target={settlementSchedule}
        query={{ _sort: 'name' }}
        description={t('settlement_profiles.schedule_help')}
      />
      <IntegerField
        name="delay_days"
        description={`${t('settlement_profiles.delay_help')} ${t('settlement_profiles.empty_help')}`}
      />
      <AmountField
        name="minimum"
        currency={currency}
        description={`${t('settlement_profiles.minimum_help')} ${t('settlement_profiles.empty_help')}`}
      />
      <ChoiceField
        name="negative"
        choices={negativeClosings}
        noneText={t('settlement_profiles.empty_help')}
        description={t('settlement_profiles.negative_help')}
      />
      <ChoiceField name="method" choices={settlementMethods} description={t('settlement_profiles.method_help')} />
      <CurrencyField
        name="payout_currency_code"
        without={currency}
        isRequired={false}
        description={t('settlement_profiles.payout_currency_code_help')}
      />
      {payoutCurrency !== '' && (
        <TextField name="fx_margin_ppm" maxLength={9} description={t('settlement_profiles.fx_margin_help')} />
      )}
      <TextField
        name="statement_text"
        maxLength={profileLimits.statement_text}
        description={t('settlement_profiles.statement_help')}
      />
      <ChoiceField
        name="language"
        choices={languages}
        noneText={t('settlement_profiles.language_none')}
        description={t('settlement_profiles.language_help')}
      />
      <AddressesField name="recipients" description={t('settlement_profiles.recipients_help')} />
      <TextField
        name="webhook_url"
        type="url"
        maxLength={2000}
        placeholder="https://"
        description={t('settlement_profiles.webhook_help')}
      />
    </FieldGrid>
  )
}
