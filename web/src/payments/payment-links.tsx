import type { ReactNode } from 'react'
import { useScope } from '../platform/scope.ts'
import { useViewer } from '../platform/viewer.ts'
import { AnchorLink } from './anchor-link.tsx'

/** The list of transactions of the present view: of all merchants, or of one. */
export function useTransactionsRoute(): '/psp/transactions' | '/transactions' {
  const { psp } = useViewer()
  const { merchant } = useScope()
  return psp && !merchant ? '/psp/transactions' : '/transactions'
}

export function TransactionLink({ id, children }: { id: string; children: ReactNode }) {
  const to = useTransactionsRoute()
  return (
    <AnchorLink to={`${to}/$id`} params={{ id }}>
      {children}
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

/** A list looks one month back unless it is asked for one row, and a customer counts as one. */
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
