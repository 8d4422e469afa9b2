import { updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { type Merchant, merchant } from '@kontor/contract/organisations/merchant.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { Cell } from '../../platform/value/cell.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { CategoryName } from '../category-field.tsx'
import { ConfiguredSection } from './configured-section.tsx'

const EditMerchant = lazy(() =>
  import('../merchants/merchant.form.tsx').then((module) => ({ default: module.EditMerchant })),
)

/** Who the merchant is, changed by the form of its panel. */
export function MerchantDetails({ row }: { row: Merchant }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const cell = (name: keyof Merchant & string) =>
    [
      labels.field(merchant, name),
      row[name] === null ? null : <Cell key={name} entity={merchant} name={name} row={row} />,
    ] as const
  return (
    <ConfiguredSection
      title={t('merchant_configuration.details')}
      text={t('merchant_configuration.details_text')}
      change={t('merchant_configuration.change_details')}
      endpoint={updateMerchantEndpoint}
      merchant={row.id}
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
      form={(close) => <EditMerchant row={row} onClose={close} />}
    />
  )
}
