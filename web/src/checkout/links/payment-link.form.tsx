import { createPaymentLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { createPaymentLinkSchemas } from '@kontor/contract/checkout/link.schemas'
import { paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAmountsOfProfile, useProfileCurrency } from '../../payments/profile-currency.ts'
import { idOf } from '../../platform/api/related.ts'
import { AmountField, CheckField, ChoicesField, IntegerField } from '../../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useViewer } from '../../platform/viewer.ts'
import {
  CustomerField,
  commonStart,
  designOf,
  ExpiryField,
  MailFields,
  PageFields,
  ProfileField,
  WordsFields,
  withReference,
} from './link-form-fields.tsx'
import type { PaymentLinkRow } from './link-kind.ts'
import { useProductsTaken } from './products-taken.ts'
import { proposedReference } from './proposed-reference.ts'

interface PaymentLinkFormProps {
  opened: boolean
  onClose: () => void
  onCreated: (id: string) => void
  /** An existing link to copy. */
  like?: PaymentLinkRow
}

export function PaymentLinkForm({ opened, onClose, onCreated, like }: PaymentLinkFormProps) {
  const { t } = useTranslation()
  const { time_zone } = useViewer()
  const [proposed] = useState(proposedReference)
  return (
    <RecordForm
      endpoint={createPaymentLinkEndpoint}
      body={createPaymentLinkSchemas.body}
      title={t('links.form.payment_title')}
      verb={t('links.form.payment_verb')}
      like={like?.id}
      opened={opened}
      onClose={onClose}
      initial={like ? startLike(like, time_zone) : start(time_zone)}
      bodyOf={(values) => bodyOf(withReference(values, proposed))}
      onDone={() => notify({ color: 'green', message: t('links.form.payment_done') })}
      goOn={(link) => onCreated(String(link.id))}
    >
      <FormPart title={t('links.form.part_payment')}>
        <AmountFields known={like?.currency_code} />
        <WordsFields description={t('links.form.description_text')} proposed={proposed} />
      </FormPart>
      <FormPart title={t('links.form.part_customer')}>
        <CustomerField />
        <MailFields />
      </FormPart>
      <FormPart title={t('links.form.part_use')}>
        <ExpiryField />
        <UseFields />
      </FormPart>
      <FormPart title={t('links.form.part_page')}>
        <FieldGrid>
          <ProductsField />
          <PageFields />
        </FieldGrid>
      </FormPart>
    </RecordForm>
  )
}

const start = (timeZone: string): FormValues => ({
  ...commonStart(timeZone),
  open_amount: false,
  amount: null,
  minimum_amount: null,
  maximum_amount: null,
  payment_products: [],
  reusable: false,
  max_uses: '',
})

const startLike = (link: PaymentLinkRow, timeZone: string): FormValues => ({
  ...start(timeZone),
  payment_profile: idOf(link.payment_profile),
  customer: link.customer ?? '',
  merchant_reference: link.merchant_reference,
  description: link.description ?? '',
  open_amount: link.amount === null,
  amount: link.amount,
  minimum_amount: link.minimum_amount,
  maximum_amount: link.maximum_amount,
  payment_products: link.payment_products,
  reusable: link.reusable,
  max_uses: link.reusable ? (link.max_uses ?? '') : '',
  language: link.language,
  email_address: link.email_address ?? '',
  redirect_url: link.redirect_url ?? '',
  webhook_url: link.webhook_url ?? '',
  checkout: designOf(link),
})

/** The body has only the values of the chosen options. An amount that the payer does not choose is required. */
function bodyOf({ open_amount, amount, minimum_amount, maximum_amount, max_uses, email_address, ...rest }: FormValues) {
  return {
    ...rest,
    ...(open_amount === true ? { minimum_amount, maximum_amount } : { amount: amount ?? 0 }),
    ...(rest.reusable === true ? { max_uses } : {}),
    ...(rest.send_mail === true ? { email_address } : {}),
  }
}

/** The amounts, in the currency of the chosen shop. */
function AmountFields({ known }: { known: string | undefined }) {
  const currency = useProfileCurrency(known)
  const { t } = useTranslation()
  const { open_amount } = useFormValues()
  return (
    <>
      <FieldGrid>
        <ProfileField onChosen={useAmountsOfProfile(currency, ['amount', 'minimum_amount', 'maximum_amount'])} />
        {open_amount === true ? (
          <FieldGrid>
            <AmountField name="minimum_amount" currency={currency} />
            <AmountField name="maximum_amount" currency={currency} />
          </FieldGrid>
        ) : (
          <AmountField name="amount" currency={currency} isRequired />
        )}
      </FieldGrid>
      <CheckField name="open_amount" label={t('links.form.open_amount')} />
    </>
  )
}

function ProductsField() {
  const { t } = useTranslation()
  const labels = useLabels()
  const { payment_profile, payment_products } = useFormValues()
  const taken = useProductsTaken(payment_profile)
  const chosen = Array.isArray(payment_products) ? payment_products : []
  return (
    <ChoicesField
      name="payment_products"
      // A product that was chosen for another shop stays in sight, so that it can be taken out.
      choices={paymentProducts.filter((product) => taken.includes(product) || chosen.includes(product))}
      textOf={(product) => labels.value('payment_product', undefined, product)}
      description={t('links.form.products_text')}
    />
  )
}

function UseFields() {
  const { t } = useTranslation()
  const { reusable } = useFormValues()
  return (
    <>
      <CheckField name="reusable" label={t('links.form.reusable')} />
      {reusable === true && <IntegerField name="max_uses" description={t('links.form.max_uses_text')} />}
    </>
  )
}
