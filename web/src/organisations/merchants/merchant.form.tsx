import { languages } from '@kontor/contract/codes/languages'
import { createMerchantEndpoint, updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { type Merchant, merchant } from '@kontor/contract/organisations/merchant.entity'
import { createMerchantSchemas, updateMerchantSchemas } from '@kontor/contract/organisations/merchant.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrencyField } from '../../platform/form/amounts/currency-field.tsx'
import { changedValues } from '../../platform/form/changed-values.ts'
import { ChoiceField, CountryField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../../platform/form/form-part.tsx'
import { RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { SearchedField } from '../../platform/form/searched-field.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { notify } from '../../platform/notify.ts'
import { AddressFields } from '../address-fields.tsx'
import { CategoryField } from '../category-field.tsx'
import { ReasonField, useMissingReason } from '../configuration/reason-field.tsx'

const empty = {
  ...{ name: '', country_code: 'NL', language: 'nl', time_zone: 'Europe/Amsterdam', base_currency: 'EUR', mcc: '' },
  ...{ external_id: '', legal_name: '', vat_number: '', chamber_of_commerce: '' },
  ...{ email: '', phone: '', street: '', street_number: '', extended_address: '', postal_code: '' },
  ...{ locality: '', region: '', user_name: '', user_email: '' },
}

/** Adds a merchant with its address, its first shop and its first user. */
export function CreateMerchant({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createMerchantEndpoint}
      body={createMerchantSchemas.body}
      title={t('merchants.add')}
      verb={t('merchants.add')}
      opened
      onClose={onClose}
      initial={empty}
      onDone={({ name }, { user_email }) =>
        notify({ color: 'green', message: t('merchants.created', { name, email: user_email }) })
      }
      goOn={({ id }) => open(id)}
    >
      <FormPart title={t('merchants.part_details')}>
        <FieldGrid>
          <DetailFields isNew />
        </FieldGrid>
      </FormPart>
      <FormPart title={t('merchants.part_address')}>
        <FieldGrid>
          <AddressFields hasTaxNumber={false} />
        </FieldGrid>
      </FormPart>
      <FormPart title={t('merchants.part_user')} text={t('merchants.part_user_text')}>
        <FieldGrid>
          <TextField name="user_name" maxLength={200} />
          <TextField name="user_email" type="email" />
        </FieldGrid>
      </FormPart>
    </RecordForm>
  )
}

export function EditMerchant({ row, onClose }: { row: Merchant; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = row
  const [opened] = useState(() => ({ ...valuesOf(row), reason: '' }))
  const missingReason = useMissingReason()
  return (
    <RecordForm
      endpoint={updateMerchantEndpoint}
      body={updateMerchantSchemas.body}
      params={{ id: row.id }}
      title={t('merchants.edit_title', { name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(merchant, row.id, valuesOf)}
      problems={({ values }) => ({ reason: missingReason(values) })}
      onDone={() => notify({ color: 'green', message: t('merchants.saved') })}
    >
      <FieldGrid>
        <DetailFields />
      </FieldGrid>
      <ReasonField />
    </RecordForm>
  )
}

const valuesOf = ({ name, country_code, language, time_zone, base_currency, ...row }: Merchant) => ({
  ...{ name, country_code, language, time_zone, base_currency },
  ...{ mcc: row.mcc ?? '', external_id: row.external_id ?? '', legal_name: row.legal_name ?? '' },
  ...{ vat_number: row.vat_number ?? '', chamber_of_commerce: row.chamber_of_commerce ?? '' },
})

function DetailFields({ isNew = false }: { isNew?: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField name="name" maxLength={200} autoFocus isRequired />
      <TextField name="legal_name" maxLength={200} description={t('merchants.legal_name_help')} />
      <CountryField name="country_code" isRequired />
      <ChoiceField name="language" choices={languages} isRequired />
      <TimeZoneField />
      <CurrencyField name="base_currency" description={isNew ? t('merchants.base_currency_help') : undefined} />
      <CategoryField />
      <TextField name="external_id" maxLength={100} description={t('merchants.external_id_help')} />
      <TextField name="vat_number" maxLength={30} description={t('merchants.vat_number_help')} />
      <TextField name="chamber_of_commerce" maxLength={30} />
    </>
  )
}

const timeZones = Intl.supportedValuesOf('timeZone')

/** The browser knows a zone by one name, and may not list the one that is stored (`UTC`, former names). */
function TimeZoneField() {
  const { time_zone } = useFormValues()
  const [stored] = useState(time_zone)
  const isMissing = typeof stored === 'string' && stored !== '' && !timeZones.includes(stored)
  const names = isMissing ? [stored, ...timeZones] : timeZones
  return <SearchedField name="time_zone" options={names.map((value) => ({ value, label: value }))} isRequired />
}
