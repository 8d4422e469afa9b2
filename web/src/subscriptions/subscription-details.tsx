import { type Subscription, subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Day, Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { PersonName } from '../platform/value/person-name.tsx'
import { useReason } from '../platform/value/reason.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { Cycles } from './cycles.tsx'
import type { SubscriptionRow } from './subscription-row.ts'

export function SubscriptionDetails({ row }: { row: SubscriptionRow }) {
  const labels = useLabels()
  const label = (name: keyof Subscription) => labels.field(subscription, name)
  const reasonOf = useReason()
  const product = row.payment_product && labels.value('payment_product', undefined, row.payment_product)
  const card =
    row.card_last_four && `${labels.value('card_brand', undefined, row.card_brand ?? '')} •••• ${row.card_last_four}`
  return (
    <FieldList
      fields={[
        [label('status_reason'), row.status_reason && reasonOf(row.status_reason)],
        [label('last_status_update'), <Instant key="at" value={row.last_status_update} />],
        [label('billing_cycle'), row.billing_cycle],
        [label('due_date'), row.due_date && <Day key="due" value={row.due_date} />],
        [label('retry_date'), row.retry_date && <Day key="retry" value={row.retry_date} />],
        [label('pay_before'), row.pay_before && <Day key="pay-before" value={row.pay_before} />],
        [label('max_billing_cycle'), <Cycles key="cycles" most={row.max_billing_cycle} />],
        [label('last_paid_cycle'), row.last_paid_cycle],
        [label('last_paid_date'), row.last_paid_date && <Day key="paid" value={row.last_paid_date} />],
        [label('payment_product'), [product, card].filter(Boolean).join(' ') || null],
        [
          label('agreed_at'),
          row.agreed_at && (
            <span key="agreed" title={`${row.agreed_terms} ${row.agreed_language}`}>
              <Instant value={row.agreed_at} />
            </span>
          ),
        ],
        [label('payment_profile'), <RelatedName key="profile" of={row.payment_profile} />],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('created_by'), row.created_by && <PersonName key="created_by" name={row.created_by} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
