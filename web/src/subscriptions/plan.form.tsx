import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { createPlanEndpoint, updatePlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import { type Plan, plan } from '@kontor/contract/subscriptions/plan.entity'
import { planIntervals } from '@kontor/contract/subscriptions/plan.rules'
import { createPlanSchemas, updatePlanSchemas } from '@kontor/contract/subscriptions/plan.schemas'
import { subscriptionStatuses } from '@kontor/contract/subscriptions/subscription.rules'
import { SimpleGrid, Text } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useTranslation } from 'react-i18next'
import { DesignField } from '../checkout/designs/design-field.tsx'
import { useAmountsOfProfile, useProfileCurrency } from '../payments/profile-currency.ts'
import {
  AmountField,
  ChoiceField,
  ChoicesField,
  IntegerField,
  LongTextField,
  TextField,
} from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import { useLabels } from '../platform/value/labels.ts'

interface PlanFormProps {
  /** The plan to change; undefined for a new one. */
  of?: Plan | undefined
  opened: boolean
  onClose: () => void
}

/** A new plan, or a change of one. The terms that subscribers agreed to cannot change: their fields say so. */
export function PlanForm({ of, opened, onClose }: PlanFormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={of ? updatePlanEndpoint : createPlanEndpoint}
      body={(of ? updatePlanSchemas : createPlanSchemas).body}
      params={of && { id: of.id }}
      title={of ? t('subscriptions.edit_plan', { name: of.name }) : t('subscriptions.add_plan')}
      verb={of ? t('action.save') : t('subscriptions.add_plan')}
      opened={opened}
      onClose={onClose}
      initial={initialOf(of)}
      present={of && presentRow(plan, of.id, initialOf)}
      onDone={({ name }) => notify({ color: 'green', message: t('subscriptions.plan_saved', { name: String(name) }) })}
    >
      <Fields of={of} />
    </RecordForm>
  )
}

function Fields({ of }: { of: Plan | undefined }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const currency = useProfileCurrency(of?.currency_code)
  const isAgreed = of?.in_use === true
  return (
    <>
      <TextField name="name" maxLength={200} autoFocus />
      <LongTextField name="description" rows={2} description={t('subscriptions.description_help')} />
      {isAgreed && (
        <Text size="sm" c="dimmed">
          {t('subscriptions.agreed')}
        </Text>
      )}
      <RelatedField<PaymentProfile>
        name="payment_profile"
        target={paymentProfile}
        disabled={isAgreed}
        query={{ _sort: 'name' }}
        onChosen={useAmountsOfProfile(currency, ['amount'])}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <AmountField name="amount" currency={currency} disabled={isAgreed} />
        <ChoiceField name="interval" choices={planIntervals} disabled={isAgreed} />
        <IntegerField name="interval_count" disabled={isAgreed} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <IntegerField name="max_billing_cycle" description={t('subscriptions.max_help')} />
        <TextField name="dynamic_descriptor" maxLength={22} description={t('subscriptions.descriptor_help')} />
      </SimpleGrid>
      <DesignField />
      <TextField name="redirect_url" type="url" description={t('subscriptions.redirect_help')} />
      <ChoicesField
        name="statuses_subscription_update"
        choices={subscriptionStatuses}
        textOf={(status) => labels.value('status', undefined, status)}
      />
      <TextField name="webhook_subscription_update" type="url" description={t('subscriptions.webhook_help')} />
      <TextField name="email_subscription_update" type="email" />
    </>
  )
}

const initialOf = (of: Plan | undefined) => ({
  name: of?.name ?? '',
  description: of?.description ?? '',
  dynamic_descriptor: of?.dynamic_descriptor ?? '',
  // Relations may be populated by a list; the form needs their ids.
  payment_profile: idOf(of?.payment_profile),
  checkout: idOf(of?.checkout),
  amount: of?.amount ?? null,
  interval: of?.interval ?? 'month',
  interval_count: of?.interval_count ?? 1,
  max_billing_cycle: of?.max_billing_cycle ?? '',
  statuses_subscription_update: of?.statuses_subscription_update ?? [],
  webhook_subscription_update: of?.webhook_subscription_update ?? '',
  email_subscription_update: of?.email_subscription_update ?? '',
  redirect_url: of?.redirect_url ?? '',
})

function idOf(related: unknown): string {
  if (typeof related === 'object' && related !== null && 'id' in related) return String(related.id)
  return typeof related === 'string' ? related : ''
}
