import { createCustomerEndpoint, updateCustomerEndpoint } from '@kontor/contract/customers/customer.endpoints'
import { type Customer, customer } from '@kontor/contract/customers/customer.entity'
import { customerStatuses, genders } from '@kontor/contract/customers/customer.rules'
import { createCustomerSchemas, updateCustomerSchemas } from '@kontor/contract/customers/customer.schemas'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../platform/api/related.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import { CheckField, ChoiceField, CountryField, LongTextField, TextField } from '../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../platform/form/form-part.tsx'
import { type FormValues, RecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import styles from './customer.form.module.css'

const texts = [
  'email_address',
  'reference',
  'title',
  'initials',
  'first_name',
  'last_name',
  'gender',
  'street_address',
  'house_number',
  'house_number_suffix',
  'postal_code',
  'city',
  'region',
  'country_code',
  'phone_number',
  'fax_number',
  'status',
  'status_reason',
] as const
const sealed = ['date_of_birth', 'social_security_number'] as const

export function CreateCustomer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  const organisation = useOwnOrganisation()
  const empty = Object.fromEntries([...texts, ...sealed].map((name) => [name, '']))
  return (
    <RecordForm
      endpoint={createCustomerEndpoint}
      body={createCustomerSchemas.body}
      title={t('customers.create_title')}
      verb={t('customers.create')}
      opened
      onClose={onClose}
      secrets={sealed}
      initial={{ ...empty, status: 'UNKNOWN', organisation }}
      onDone={() => notify({ color: 'green', message: t('customers.created') })}
      goOn={({ id }) => open(String(id))}
    >
      <CustomerInputs />
    </RecordForm>
  )
}

/** Sends only the changed fields, so that a colleague's change at the same time stays. */
export function EditCustomer({ row, onClose }: { row: Customer; onClose: () => void }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [opened] = useState<FormValues>(() => ({
    ...valuesOf(row),
    ...Object.fromEntries(
      sealed.flatMap((name) => [
        [name, ''],
        [`forget_${name}`, false],
      ]),
    ),
  }))
  return (
    <RecordForm
      endpoint={updateCustomerEndpoint}
      body={updateCustomerSchemas.body}
      params={{ id: row.id }}
      title={t('customers.edit_title')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      secrets={sealed}
      initial={opened}
      bodyOf={(values) => changed(opened, values)}
      present={presentRow(customer, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('customers.saved') })}
    >
      <CustomerInputs row={row} />
    </RecordForm>
  )
}

/** What is sealed is never shown, and so nobody can be asked about it. */
const valuesOf = (row: Customer): FormValues => ({
  ...Object.fromEntries(texts.map((name) => [name, row[name] ?? ''])),
  organisation: idOf(row.organisation),
})

function changed(initial: FormValues, values: FormValues): FormValues {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const forgotten = /^forget_(.+)$/.exec(name)?.[1]
    if (forgotten !== undefined) return value === true ? [[forgotten, null]] : []
    return value === initial[name] ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

function CustomerInputs({ row }: { row?: Customer }) {
  const { t } = useTranslation(['main', 'fields'])
  return (
    <>
      <FieldGrid>
        <TextField
          name="email_address"
          type="email"
          maxLength={254}
          autoFocus={!row}
          label={t('fields:email_address')}
        />
        <TextField name="reference" maxLength={100} />
      </FieldGrid>
      <RelatedField name="organisation" target={organisation} />
      <FormPart title={t('customers.section.person')}>
        <FieldGrid>
          <TextField name="title" maxLength={50} />
          <TextField name="initials" maxLength={20} />
          <TextField name="first_name" maxLength={100} />
          <TextField name="last_name" maxLength={100} />
          <ChoiceField name="gender" choices={genders} />
          <TextField name="phone_number" type="tel" maxLength={30} />
          <TextField name="fax_number" type="tel" maxLength={30} />
        </FieldGrid>
      </FormPart>
      <FormPart title={t('customers.section.address')}>
        <FieldGrid>
          <TextField name="street_address" maxLength={200} />
          <FieldGrid>
            <TextField name="house_number" maxLength={20} />
            <TextField name="house_number_suffix" maxLength={20} />
          </FieldGrid>
          <TextField name="postal_code" maxLength={20} />
          <TextField name="city" maxLength={100} />
          <TextField name="region" maxLength={100} />
          <CountryField name="country_code" />
        </FieldGrid>
      </FormPart>
      <FormPart title={t('customers.section.sensitive')} text={t('customers.sensitive_text')}>
        <FieldGrid>
          <Sensitive name="date_of_birth" row={row}>
            <DayField name="date_of_birth" earliest="1900-01-01" latest={new Date().toISOString().slice(0, 10)} />
          </Sensitive>
          <Sensitive name="social_security_number" row={row}>
            <TextField name="social_security_number" maxLength={30} placeholder={row?.social_security_number ?? ''} />
          </Sensitive>
        </FieldGrid>
      </FormPart>
      <FormPart title={t('customers.section.verification')}>
        <FieldGrid>
          <ChoiceField name="status" choices={customerStatuses} />
          <LongTextField name="status_reason" rows={2} />
        </FieldGrid>
      </FormPart>
    </>
  )
}

/** A stored value can be replaced or removed without being read. */
function Sensitive({
  name,
  row,
  children,
}: {
  name: (typeof sealed)[number]
  row: Customer | undefined
  children: ReactNode
}) {
  const { t } = useTranslation(['main', 'fields'])
  if (!row?.[name]) return children
  return (
    <div>
      {children}
      <div className={styles.below}>
        <CheckField name={`forget_${name}`} label={t('customers.forget', { field: t(`fields:${name}`) })} />
      </div>
    </div>
  )
}
