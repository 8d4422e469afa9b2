import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { report } from '@kontor/contract/reports/report.entity'
import { settlement } from '@kontor/contract/settlements/settlement.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import type { WebhookType } from '@kontor/contract/webhooks/webhook.rules'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useTransactionsRoute } from '../platform/screen/use-transactions-route.ts'
import { useMay } from '../platform/viewer.ts'
import { ShortId } from '../ui/short-id.tsx'
import typography from '../ui/words/typography.module.css'

const places = {
  refund: { entity: refund, to: '/refunds' },
  chargeback: { entity: chargeback, to: '/chargebacks' },
  cardlink: { entity: cardAddLink, to: '/card-add-links' },
  paymentlink: { entity: paymentLink, to: '/payment-links' },
  subscription: { entity: subscription, to: '/subscriptions' },
  settlement: { entity: settlement, to: '/report/settlement' },
  report: { entity: report, to: '/reports/transactions', inner: 'download' },
} as const

/** A link to the panel of a webhook's item, for viewers who may see it; otherwise its id. */
export function ItemLink({ type, id }: { type: WebhookType; id: string }) {
  const transactions = useTransactionsRoute()
  const place =
    type === 'transaction' || type === 'validationruleset' ? { entity: transaction, to: transactions } : places[type]
  const mayLook = useMay(place.entity.roles.list)
  if (!mayLook) return <ShortId value={id} />
  return (
    <AnchorLink
      to={`${place.to}/$id${'inner' in place ? `/${place.inner}` : ''}`}
      params={{ id }}
      className={typography.tabular}
    >
      {id}
    </AnchorLink>
  )
}
