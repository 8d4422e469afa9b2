import { type Card, card } from '@kontor/contract/customers/card.entity'
import { type Customer, customer } from '@kontor/contract/customers/customer.entity'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import {
  createScheduledTransactionEndpoint,
  updateScheduledTransactionEndpoint,
} from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import {
  type ScheduledTransaction,
  scheduledTransaction,
} from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { hasFixedDay, retryPolicies } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import {
  createScheduledTransactionSchemas,
  updateScheduledTransactionSchemas,
} from '@kontor/contract/scheduled/scheduled-transaction.schemas'
import { useTranslation } from 'react-i18next'
import { useAmountsOfProfile, useProfileCurrency } from '../payments/profile-currency.ts'
import { idOf } from '../platform/api/related.ts'
import { InstantField } from '../platform/form/dates/date-fields.tsx'
import { AmountField, ChoiceField, TextField } from '../platform/form/fields.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import type { ScheduledRow } from './scheduled-row.ts'

const empty: FormValues = {
  customer: '',
  card: '',
  payment_profile: '',
  amount: undefined,
  due_at: '',
  merchant_reference: '',
  retry_policy: 'NONE',
}

/** Plans a payment from a stored card. */
export function CreateScheduled({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={createScheduledTransactionEndpoint}
      body={createScheduledTransactionSchemas.body}
      title={t('scheduled.create_title')}
      verb={t('scheduled.create_verb')}
      opened
      onClose={onClose}
      initial={empty}
      onDone={() => notify({ color: 'green', message: t('scheduled.notice.created') })}
    >
      <Fields />
    </RecordForm>
  )
}

/** A planned payment can change until it is due. After an attempt on its day, this day stays. */
export function EditScheduled({ row, onClose }: { row: ScheduledRow; onClose: () => void }) {
  const { t } = useTranslation()
  const isTried = hasFixedDay(row)
  return (
    <RecordForm
      endpoint={updateScheduledTransactionEndpoint}
      body={updateScheduledTransactionSchemas.body}
      params={{ id: row.id }}
      title={t('scheduled.edit_title', { reference: row.merchant_reference })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={valuesOf(row)}
      bodyOf={({ due_at, ...values }) => (isTried ? values : { ...values, due_at })}
      present={presentRow(scheduledTransaction, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('form.saved') })}
    >
      <Fields currency={row.currency_code} isTried={isTried} />
    </RecordForm>
  )
}

const valuesOf = (row: ScheduledRow | ScheduledTransaction): FormValues => ({
  ...{ customer: idOf(row.customer), card: idOf(row.card), payment_profile: idOf(row.payment_profile) },
  ...{ amount: row.amount, due_at: row.due_at, merchant_reference: row.merchant_reference },
  retry_policy: row.retry_policy,
})

function Fields({ currency: known, isTried = false }: { currency?: string; isTried?: boolean }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const currency = useProfileCurrency(known)
  const chosen = String(form.values.customer ?? '')
  return (
    <>
      <RelatedField<Customer>
        name="customer"
        target={customer}
        autoFocus={known === undefined}
        onChosen={() => form.setFieldValue('card', '')}
      />
      <RelatedField<Card>
        name="card"
        target={card}
        query={{ customer: chosen, active: 'true' }}
        titleOf={(row) => `${row.name} (${String(row.expiry_month).padStart(2, '0')}/${row.expiry_year})`}
        description={chosen ? undefined : t('scheduled.customer_first')}
        disabled={!chosen}
      />
      <RelatedField<PaymentProfile>
        name="payment_profile"
        target={paymentProfile}
        query={{ _sort: 'name' }}
        onChosen={useAmountsOfProfile(currency, ['amount'])}
      />
      <AmountField name="amount" currency={currency} autoFocus={known !== undefined} />
      <InstantField
        name="due_at"
        disabled={isTried}
        description={t(isTried ? 'scheduled.day_was' : 'scheduled.due_help')}
      />
      <TextField name="merchant_reference" maxLength={100} />
      <ChoiceField name="retry_policy" choices={retryPolicies} description={t('scheduled.retry_help')} />
    </>
  )
}
