import type { ReplyOf } from '@kontor/contract/endpoint'
import {
  changePackageSchemesEndpoint,
  createPackageEndpoint,
  packageSchemesEndpoint,
  updatePackageEndpoint,
} from '@kontor/contract/packages/package.endpoints'
import { type PricePackage, pricePackage } from '@kontor/contract/packages/package.entity'
import { type PackageScheme, packageSchemes } from '@kontor/contract/packages/package.rules'
import {
  changePackageSchemesSchemas,
  createPackageSchemas,
  updatePackageSchemas,
} from '@kontor/contract/packages/package.schemas'
import { schemeEntities } from '@kontor/contract/pricing/scheme.entity'
import { negativeClosings } from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import { settlementSchedule } from '@kontor/contract/settlements/schedules/settlement-schedule.entity'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { CurrencyField } from '../platform/form/amounts/currency-field.tsx'
import { changedValues } from '../platform/form/changed-values.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import {
  AmountField,
  CheckField,
  ChoiceField,
  IntegerField,
  LongTextField,
  TextField,
} from '../platform/form/fields.tsx'
import { FieldGrid } from '../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useFormValues, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentOf, presentRow } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import type { PackageRow } from './package-row.ts'

// The keys are those of the table.
const schemeFields = Object.keys(packageSchemes) as PackageScheme[]
const noSchemes = Object.fromEntries(schemeFields.map((field) => [field, '']))

/** What is left empty, the package says nothing of. */
const filled = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' || value === undefined ? null : value]),
  )

export function CreatePackage({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={createPackageEndpoint}
      body={createPackageSchemas.body}
      title={t('packages.add')}
      verb={t('packages.add')}
      opened={opened}
      onClose={onClose}
      initial={{
        ...{ name: '', description: '', currency_code: 'EUR', settlement_schedule: '', delay_days: '' },
        ...{ minimum: undefined, negative: '', ...noSchemes },
      }}
      bodyOf={(values) => ({ ...filled(values), name: values['name'], currency_code: values['currency_code'] })}
      onDone={({ name }) => notify({ color: 'green', message: t('packages.added', { name }) })}
    >
      <FieldGrid>
        <TextField name="name" maxLength={100} autoFocus isRequired />
        <CurrencyField amounts={['minimum']} description={t('packages.currency_help')} />
      </FieldGrid>
      <LongTextField name="description" maxLength={1000} rows={2} />
      <SchemeFields />
      <SettlingFields />
    </RecordForm>
  )
}

export function EditPackage({ row, onClose }: { row: PackageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { name } = row
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updatePackageEndpoint}
      body={updatePackageSchemas.body}
      params={{ id: row.id }}
      title={t('packages.edit_title', { name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => {
        const { currency_code: _, ...changed } = changedValues(opened, values)
        return filled(changed)
      }}
      present={presentRow(pricePackage, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('packages.saved', { name }) })}
    >
      <TextField name="name" maxLength={100} autoFocus isRequired />
      <LongTextField name="description" maxLength={1000} rows={2} />
      <SettlingFields />
      <CheckField name="active" description={t('packages.active_help')} />
    </RecordForm>
  )
}

const valuesOf = ({ name, active, currency_code, ...row }: PackageRow | PricePackage): FormValues => ({
  ...{ name, active, currency_code, description: row.description ?? '' },
  ...{ delay_days: row.delay_days ?? '', minimum: row.minimum ?? undefined, negative: row.negative ?? '' },
  settlement_schedule: row.settlement_schedule === null ? '' : idOf(row.settlement_schedule),
})

type Written = ReplyOf<typeof packageSchemesEndpoint>['schemes']

/** Gives all merchants of a package other schemes from a day on, in the place of those that would hold then. */
export function ChangePackageSchemes({ row, onClose }: { row: PackageRow; onClose: () => void }) {
  const { t } = useTranslation()
  const { data } = useRead(packageSchemesEndpoint, { params: { id: row.id } })
  // What was seen is what is changed; the endpoint may be read again while the form is open.
  const [seen, see] = useState(data)
  if (data && !seen) see(data)
  if (!seen) return null
  const { schemes, first_day: first } = seen
  const changesOf = (values: FormValues, day: unknown) => filled(changedValues(schemesOn(schemes, String(day)), values))
  return (
    <RecordForm
      endpoint={changePackageSchemesEndpoint}
      body={changePackageSchemesSchemas.body}
      params={{ id: row.id }}
      title={t('packages.schemes_title', { name: row.name })}
      verb={t('packages.change_schemes')}
      opened
      onClose={onClose}
      initial={{ ...schemesOn(schemes, first), valid_from: first }}
      present={presentOf(packageSchemesEndpoint, { params: { id: row.id } }, (now) => schemesOn(now.schemes, first))}
      bodyOf={({ valid_from, ...values }) => ({ ...changesOf(values, valid_from), valid_from })}
      problems={({ values: { valid_from, ...values } }) => ({
        revenue_scheme: Object.keys(changesOf(values, valid_from)).length > 0 ? null : t('packages.nothing_changes'),
      })}
      onDone={() => notify({ color: 'green', message: t('packages.schemes_changed') })}
    >
      <SchemeFields />
      <DayField name="valid_from" earliest={first} isRequired description={t('packages.schemes_help')} />
      <FollowDay schemes={schemes} />
    </RecordForm>
  )
}

/** Fields that nobody touched show what holds on the day that is chosen. */
function FollowDay({ schemes }: { schemes: Written }) {
  const { form } = useRecordForm()
  const day = String(form.values['valid_from'])
  const shown = useRef(day)
  const chosen = useRef(new Set<string>())
  const follow = useEffectEvent(() => {
    const [before, now] = [schemesOn(schemes, shown.current), schemesOn(schemes, day)]
    shown.current = day
    for (const field of schemeFields) {
      if (form.values[field] !== before[field]) chosen.current.add(field)
      if (!chosen.current.has(field)) form.setFieldValue(field, now[field])
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another day is chosen
  useEffect(() => follow(), [day])
  return null
}

/** The schemes of a package on a day, by their fields. */
const schemesOn = (schemes: Written, day: string): FormValues =>
  Object.fromEntries(
    schemeFields.map((field) => {
      const found = schemes.find(
        ({ type, valid_from, valid_until }) =>
          type === packageSchemes[field] && valid_from <= day && (valid_until === null || day < valid_until),
      )
      return [field, found?.scheme?.id ?? '']
    }),
  )

function SchemeFields() {
  const { t } = useTranslation()
  return (
    <FieldGrid>
      {schemeFields.map((field) => (
        <RelatedField
          key={field}
          name={field}
          target={schemeEntities[packageSchemes[field]]}
          query={{ active: 'true', visible: 'true', _sort: 'name' }}
          description={field === 'revenue_scheme' ? t('packages.scheme_help') : undefined}
        />
      ))}
    </FieldGrid>
  )
}

function SettlingFields() {
  const { t } = useTranslation()
  const { currency_code } = useFormValues()
  return (
    <FieldGrid>
      <RelatedField name="settlement_schedule" target={settlementSchedule} query={{ _sort: 'name' }} />
      <IntegerField name="delay_days" description={t('settlement_profiles.delay_help')} />
      <AmountField
        name="minimum"
        currency={String(currency_code)}
        description={t('settlement_profiles.minimum_help')}
      />
      <ChoiceField name="negative" choices={negativeClosings} noneText={t('packages.says_nothing')} />
    </FieldGrid>
  )
}
