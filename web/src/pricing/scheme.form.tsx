import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { createSchemeEndpoint, updateSchemeEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { type Scheme, schemeEntities } from '@kontor/contract/pricing/scheme.entity'
import { createSchemeSchemas, updateSchemeSchemas } from '@kontor/contract/pricing/scheme.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedValues } from '../platform/form/changed-values.ts'
import { CheckField, ChoiceField, LongTextField, TextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useCurrencies } from '../platform/value/use-currencies.ts'

interface Of {
  type: SchemeType
  onClose: () => void
}

export function CreateScheme({ type, onClose }: Of) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  const currencies = [...new Set(['EUR', ...(useCurrencies() ?? [])])]
  return (
    <RecordForm
      endpoint={createSchemeEndpoint[type]}
      body={createSchemeSchemas.body}
      title={t('pricing.create')}
      verb={t('pricing.create')}
      opened
      onClose={onClose}
      initial={{ name: '', description: '', currency_code: type === 'RESERVE' ? '' : 'EUR', visible: true }}
      onDone={() => notify({ color: 'green', message: t('pricing.created') })}
      goOn={(row) => open(row.id)}
    >
      <TextField name="name" maxLength={100} autoFocus isRequired />
      <LongTextField name="description" maxLength={1000} />
      <ChoiceField
        name="currency_code"
        choices={currencies}
        textOf={(code) => code}
        noneText={t('pricing.any_currency')}
        description={t('pricing.currency_help')}
      />
      <CheckField name="visible" description={t('pricing.visible_help')} />
    </RecordForm>
  )
}

export function EditScheme({ type, row, onClose }: Of & { row: Scheme }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updateSchemeEndpoint[type]}
      body={updateSchemeSchemas.body}
      params={{ id: row.id }}
      title={t('pricing.edit_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(schemeEntities[type], row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('pricing.saved') })}
    >
      <TextField name="name" maxLength={100} autoFocus isRequired />
      <LongTextField name="description" maxLength={1000} />
      <CheckField name="active" description={t('pricing.active_help')} />
      <CheckField name="visible" description={t('pricing.visible_help')} />
    </RecordForm>
  )
}

const valuesOf = ({ name, description, active, visible }: Scheme) => ({
  ...{ name, description: description ?? '', active, visible },
})
