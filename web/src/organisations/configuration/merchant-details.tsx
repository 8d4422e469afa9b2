import { updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { type Merchant, merchant } from '@kontor/contract/organisations/merchant.entity'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { Section } from '../../ui/section.tsx'
import { CategoryName } from '../category-field.tsx'
import { ChangeButton } from './change-button.tsx'

const EditMerchant = lazy(() =>
  import('../merchants/merchant.form.tsx').then((module) => ({ default: module.EditMerchant })),
)

/** Who the merchant is, changed by the form of its panel. */
export function MerchantDetails({ row }: { row: Merchant }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(updateMerchantEndpoint, row.id)))
  const cell = (name: keyof Merchant & string) =>
    [
      labels.field(merchant, name),
      row[name] === null ? null : <Cell key={name} entity={merchant} name={name} row={row} />,
    ] as const
  return (
    <Section
      title={t('merchant_configuration.details')}
      text={t('merchant_configuration.details_text')}
      action={
        <IfMay do={updateMerchantEndpoint}>
          <ChangeButton label={t('merchant_configuration.change_details')} onClick={() => setEditing(true)} />
        </IfMay>
      }
    >
      <FieldList
        fields={[
          cell('name'),
          cell('country_code'),
          cell('language'),
          cell('time_zone'),
          cell('base_currency'),
          [labels.field(merchant, 'mcc'), row.mcc && <CategoryName key="mcc" mcc={row.mcc} />],
          cell('external_id'),
          cell('vat_number'),
          cell('chamber_of_commerce'),
        ]}
      />
      {isEditing && (
        <Suspense fallback={null}>
          <EditMerchant row={row} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}
