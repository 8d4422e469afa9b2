import { checkoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { useFormValues } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'

/** Selects the page's design, among those of the chosen shop's merchant. */
export function DesignField() {
  const { t } = useTranslation()
  const { payment_profile } = useFormValues()
  const id = typeof payment_profile === 'string' && payment_profile ? payment_profile : undefined
  const { data } = useRow(paymentProfile, id, { enabled: id !== undefined })
  return (
    <RelatedField
      name="checkout"
      target={checkoutDesign}
      description={t('designs.field_help')}
      {...(data ? { query: { merchant: data.merchant } } : {})}
    />
  )
}
