import { merchant } from '@kontor/contract/organisations/merchant.entity'
import {
  createSapMappingEndpoint,
  listSapMappingsEndpoint,
  updateSapMappingEndpoint,
} from '@kontor/contract/sap/sap.endpoints'
import { sapEvents, takesCostCenter, takesTaxCode } from '@kontor/contract/sap/sap.rules'
import {
  createSapMappingSchemas,
  type SapMapping,
  type Unmapped,
  updateSapMappingSchemas,
} from '@kontor/contract/sap/sap.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField, TextField } from '../platform/form/fields.tsx'
import { FieldGrid } from '../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useFormValues } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentOf } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import { useLabels } from '../platform/value/labels.ts'

const empty = {
  ...{ event: '', merchant: '', currency_code: '', debit_account: '', credit_account: '' },
  ...{ cost_center: '', tax_code: '' },
}

/** The accounts of an event, for all merchants and currencies unless somebody names one. */
export function CreateSapMapping({ of, onClose }: { of: Unmapped | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={createSapMappingEndpoint}
      body={createSapMappingSchemas.body}
      {...(of ? { like: of.event } : {})}
      title={t('sap.add_mapping')}
      verb={t('sap.add_mapping')}
      opened
      onClose={onClose}
      initial={{ ...empty, event: of?.event ?? '' }}
      bodyOf={bodyOf}
      onDone={() => notify({ color: 'green', message: t('sap.mapping_saved') })}
    >
      <Fields />
    </RecordForm>
  )
}

export function EditSapMapping({ row, onClose }: { row: SapMapping; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updateSapMappingEndpoint}
      body={updateSapMappingSchemas.body}
      params={{ id: row.id }}
      title={t('sap.edit_of', { event: labels.value('kind', undefined, row.event) })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={bodyOf}
      present={presentOf(listSapMappingsEndpoint, {}, (rows) => valuesOf(rows.find(({ id }) => id === row.id) ?? row))}
      onDone={() => notify({ color: 'green', message: t('sap.mapping_saved') })}
    >
      <Fields />
    </RecordForm>
  )
}

const valuesOf = (row: SapMapping) => ({
  ...{ event: row.event, merchant: row.merchant ?? '', currency_code: row.currency_code ?? '' },
  ...{ debit_account: row.debit_account, credit_account: row.credit_account },
  ...{ cost_center: row.cost_center ?? '', tax_code: row.tax_code ?? '' },
})

/** What an event does not bear, and its fields do not show, is not sent. */
const bodyOf = (values: FormValues): FormValues => {
  const event = eventOf(values)
  return {
    ...values,
    merchant: values['merchant'] || null,
    currency_code: values['currency_code'] || null,
    cost_center: (event && takesCostCenter(event) && values['cost_center']) || null,
    tax_code: (event && takesTaxCode(event) && values['tax_code']) || null,
  }
}

const eventOf = (values: FormValues) => sapEvents.find((event) => event === values['event'])

function Fields() {
  const { t } = useTranslation()
  const labels = useLabels()
  const event = eventOf(useFormValues())
  return (
    <>
      <ChoiceField
        name="event"
        label={t('sap.event')}
        choices={sapEvents}
        textOf={(each) => labels.value('kind', undefined, each)}
        isRequired
      />
      <FieldGrid>
        <TextField name="debit_account" label={t('sap.debit_account')} maxLength={10} isRequired />
        <TextField name="credit_account" label={t('sap.credit_account')} maxLength={10} isRequired />
        {event && takesCostCenter(event) && (
          <TextField
            name="cost_center"
            label={t('sap.cost_center')}
            description={t('sap.cost_center_help')}
            maxLength={10}
          />
        )}
        {event && takesTaxCode(event) && (
          <TextField name="tax_code" label={t('sap.tax_code')} description={t('sap.tax_code_help')} maxLength={2} />
        )}
        <RelatedField
          name="merchant"
          label={t('sap.merchant')}
          target={merchant}
          description={t('sap.merchant_help')}
        />
        <TextField name="currency_code" label={t('sap.currency')} description={t('sap.currency_help')} maxLength={3} />
      </FieldGrid>
    </>
  )
}
