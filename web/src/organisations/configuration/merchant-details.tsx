import { updateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import type { Merchant } from '@kontor/contract/organisations/merchant.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useMerchantCell, useMerchantFields } from '../merchants/merchant-fields.tsx'
import { ConfiguredSection } from './configured-section.tsx'

const EditMerchant = lazy(() =>
  import('../merchants/merchant.form.tsx').then((module) => ({ default: module.EditMerchant })),
)

/** Who the merchant is, changed by the form of its panel. */
export function MerchantDetails({ row }: { row: Merchant }) {
  const { t } = useTranslation()
  const cell = useMerchantCell(row)
  const fields = useMerchantFields(row)
  return (
    <ConfiguredSection
      title={t('merchant_configuration.details')}
      text={t('merchant_configuration.details_text')}
      change={t('merchant_configuration.change_details')}
      endpoint={updateMerchantEndpoint}
      merchant={row.id}
      fields={[cell('name'), ...fields]}
      form={(close) => <EditMerchant row={row} onClose={close} />}
    />
  )
}
