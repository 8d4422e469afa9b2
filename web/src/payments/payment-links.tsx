import { transaction } from '@kontor/contract/payments/transaction.entity'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import type { ReactNode } from 'react'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useTransactionsRoute } from '../platform/screen/use-transactions-route.ts'
import { useMay } from '../platform/viewer.ts'
import { ShortId } from '../ui/short-id.tsx'
import typography from '../ui/words/typography.module.css'

/** A link to a payment; plain words for viewers who may not open payments. */
export function TransactionLink({ id, children }: { id: string; children: ReactNode }) {
  const to = useTransactionsRoute()
  if (!useMay(transaction.roles.list)) return children
  return (
    <AnchorLink to={`${to}/$id`} params={{ id }}>
      {children}
    </AnchorLink>
  )
}

/** A link to a subscription, by its id; the id alone for viewers who may not open subscriptions. */
export function SubscriptionLink({ id }: { id: string }) {
  if (!useMay(subscription.roles.list)) return <ShortId value={id} />
  return (
    <AnchorLink to="/subscriptions/$id" params={{ id }} className={typography.tabular}>
      {id}
    </AnchorLink>
  )
}

/** The same of a scheduled transaction. */
export function ScheduledLink({ id }: { id: string }) {
  if (!useMay(scheduledTransaction.roles.list)) return <ShortId value={id} />
  return (
    <AnchorLink to="/transactions/scheduled/$id" params={{ id }} className={typography.tabular}>
      {id}
    </AnchorLink>
  )
}

export function RefundLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <AnchorLink to="/refunds/$id" params={{ id }}>
      {children}
    </AnchorLink>
  )
}

export function CustomerLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <AnchorLink to="/customers/$id" params={{ id }}>
      {children}
    </AnchorLink>
  )
}

export function ChargebackLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <AnchorLink to="/chargebacks/$id" params={{ id }}>
      {children}
    </AnchorLink>
  )
}

export function ContradictionLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <AnchorLink to="/psp/contradictions/$id" params={{ id }}>
      {children}
    </AnchorLink>
  )
}

/**
 * A link to the payments of a merchant reference; the reference alone for viewers who may not open payments. Inside a list,
 * pressing it does not open the row.
 */
export function ReferenceLink({ reference }: { reference: string }) {
  const to: string = useTransactionsRoute()
  if (!useMay(transaction.roles.list)) return <span className={typography.clip}>{reference}</span>
  return (
    <AnchorLink
      to={to}
      search={{ merchant_reference: reference }}
      className={typography.clip}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {reference}
    </AnchorLink>
  )
}

/**
 * A list normally shows the last month. A search for one row has no such limit, and a single customer counts as one.
 */
export function CustomerTransactionsLink({ customer, children }: { customer: string; children: ReactNode }) {
  const to: string = useTransactionsRoute()
  return (
    <AnchorLink to={to} search={{ customer }}>
      {children}
    </AnchorLink>
  )
}

export function TerminalTransactionsLink({ terminal, children }: { terminal: string; children: ReactNode }) {
  const to: string = useTransactionsRoute()
  return (
    <AnchorLink to={to} search={{ terminal }}>
      {children}
    </AnchorLink>
  )
}
