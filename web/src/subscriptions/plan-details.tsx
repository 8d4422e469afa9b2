import type { CheckoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { type Plan, plan } from '@kontor/contract/subscriptions/plan.entity'
import type { Related } from '../platform/api/related.ts'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { Cycles } from './cycles.tsx'
import { useInterval } from './interval.ts'

export type PlanRow = Populated<
  typeof plan,
  {
    payment_profile: Related<PaymentProfile>
    organisation: Related<Organisation>
    checkout: Related<CheckoutDesign> | null
  }
>

/** All fields of a plan; also shown for a subscription. */
export function PlanDetails({ row }: { row: PlanRow }) {
  const labels = useLabels()
  const every = useInterval()
  const label = (name: keyof Plan) => labels.field(plan, name)
  const statuses = row.statuses_subscription_update.map((status) => labels.value('status', undefined, status))
  return (
    <FieldList
      fields={[
        [label('name'), row.name],
        [label('description'), row.description],
        [label('amount'), <Money key="amount" amount={row.amount} currency={row.currency_code} />],
        [label('interval'), every(row.interval, row.interval_count)],
        [label('max_billing_cycle'), <Cycles key="cycles" most={row.max_billing_cycle} />],
        [label('dynamic_descriptor'), row.dynamic_descriptor],
        [label('statuses_subscription_update'), statuses.join(', ')],
        [label('webhook_subscription_update'), row.webhook_subscription_update],
        [label('email_subscription_update'), row.email_subscription_update],
        [label('redirect_url'), row.redirect_url],
        [label('payment_profile'), <RelatedName key="profile" of={row.payment_profile} />],
        [label('checkout'), row.checkout && <RelatedName key="design" of={row.checkout} />],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
