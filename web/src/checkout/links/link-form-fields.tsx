import { defaultExpiry_days, longestExpiry_days } from '@kontor/contract/checkout/link.rules'
import { languages } from '@kontor/contract/codes/languages'
import { customer } from '@kontor/contract/customers/customer.entity'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { engineNow } from '../../platform/api/server-time.ts'
import { DayField } from '../../platform/form/dates/date-fields.tsx'
import { dayAhead } from '../../platform/form/dates/day-ahead.ts'
import { CheckField, ChoiceField, LongTextField, TextField } from '../../platform/form/fields.tsx'
import { type FormValues, useFormValues, useRecordForm } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { useMay, useViewer } from '../../platform/viewer.ts'
import { DesignField } from '../designs/design-field.tsx'
import type { PaymentLinkRow } from './link-kind.ts'

/** The initial values that the forms of both kinds of links share. Days are those of the person's zone. */
export const commonStart = (timeZone: string): FormValues => ({
  payment_profile: '',
  customer: '',
  merchant_reference: undefined,
  description: '',
  language: '',
  expires_at: dayAhead(defaultExpiry_days, engineNow(), timeZone),
  send_mail: false,
  email_address: '',
  redirect_url: '',
  webhook_url: '',
  checkout: '',
})

/** The design of an existing link for a copy; a design that was deleted since is left out. */
export const designOf = ({ checkout }: Pick<PaymentLinkRow, 'checkout'>): string =>
  checkout === null || (typeof checkout === 'object' && checkout.deleted_at !== null) ? '' : idOf(checkout)

const profiles = { _sort: 'name' }

/** The shop. A merchant's only one is chosen already. */
export function ProfileField({ onChosen }: { onChosen?: (profile: PaymentProfile | undefined) => void }) {
  const { form, isFixed } = useRecordForm()
  const mayList = useMay(paymentProfile.roles.list)
  // The field below asks for the same list, so it is read once.
  const { data = [] } = useList(paymentProfile, { ...profiles, _limit: '20' }, { enabled: mayList })
  const only = data.length === 1 ? data[0] : undefined
  const choose = useEffectEvent((profile: PaymentProfile) => {
    if (isFixed || form.values['payment_profile'] !== '') return
    form.setValues({ payment_profile: profile.id })
    // Nobody typed it, so the form does not count as changed.
    form.resetDirty({ ...form.getInitialValues(), payment_profile: profile.id })
    onChosen?.(profile)
  })
  useEffect(() => {
    if (only) choose(only)
  }, [only])
  return (
    <RelatedField
      name="payment_profile"
      target={paymentProfile}
      query={profiles}
      autoFocus
      {...(onChosen ? { onChosen } : {})}
    />
  )
}

export const CustomerField = () => <RelatedField name="customer" target={customer} />

/** Reference and description, which the payer also reads. */
export function WordsFields({ description, proposed }: { description: string; proposed: string }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        name="merchant_reference"
        maxLength={100}
        fallback={proposed}
        description={t('links.form.reference_text')}
      />
      <LongTextField name="description" rows={2} description={description} />
    </>
  )
}

/** The body of a form with the proposed reference, if nobody has typed another one. */
export const withReference = (values: FormValues, proposed: string): FormValues => ({
  ...values,
  merchant_reference: values['merchant_reference'] ?? proposed,
})

export function ExpiryField() {
  const { t } = useTranslation()
  const { time_zone } = useViewer()
  return (
    <DayField
      name="expires_at"
      description={t('links.form.expires_text')}
      earliest={dayAhead(0, engineNow(), time_zone)}
      latest={dayAhead(longestExpiry_days - 1, engineNow(), time_zone)}
    />
  )
}

export function MailFields() {
  const { t } = useTranslation()
  const { send_mail } = useFormValues()
  return (
    <>
      <CheckField name="send_mail" label={t('links.form.send_mail')} />
      {send_mail === true && (
        <TextField name="email_address" type="email" maxLength={254} description={t('links.form.email_text')} />
      )}
    </>
  )
}

/** What the payer's page looks like, and where it leads. */
export function PageFields() {
  const { t } = useTranslation()
  return (
    <>
      <ChoiceField
        name="language"
        choices={languages}
        noneText={t('links.form.language_own')}
        description={t('links.form.language_text')}
      />
      <DesignField />
      <TextField name="redirect_url" type="url" description={t('links.form.redirect_text')} placeholder="https://" />
      <TextField name="webhook_url" type="url" description={t('links.form.webhook_text')} placeholder="https://" />
    </>
  )
}
