import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { Card } from '@kontor/contract/payments/card.entity'
import type { chargeback } from '@kontor/contract/payments/chargeback.entity'
import type { customer } from '@kontor/contract/payments/customer.entity'
import type { Refund, refund } from '@kontor/contract/payments/refund.entity'
import type { scheduledTransaction } from '@kontor/contract/payments/scheduled-transaction.entity'
import type { Tag } from '@kontor/contract/payments/tag.entity'
import type { Terminal, terminal } from '@kontor/contract/payments/terminal.entity'
import type { Transaction, transaction } from '@kontor/contract/payments/transaction.entity'
import type { Processor } from '@kontor/contract/processors/processor.entity'

/** A relation, populated or not: what the viewer may not see stays an id. */
export type Related<T> = string | T

/** A transaction as screens have it: from a list, or with what belongs to it by name. */
export type TransactionRow = Populated<
  typeof transaction,
  {
    payment_profile: Related<PaymentProfile>
    processor: Related<Processor> | null
    organisation: Related<Organisation>
    tags: Related<Tag>[]
    terminal: Related<Terminal> | null
    customer: Related<{ id: string }> | null
  }
>
export const transactionRelations = ['payment_profile', 'processor', 'organisation', 'tags', 'terminal'] as const

export type RefundRow = Populated<
  typeof refund,
  {
    payment_profile: Related<PaymentProfile>
    card: Related<Card> | null
    organisation: Related<Organisation>
    transaction: Related<Transaction>
  }
>
export const refundRelations = ['payment_profile', 'organisation', 'card'] as const

export type ChargebackRow = Populated<
  typeof chargeback,
  {
    payment_profile: Related<PaymentProfile>
    organisation: Related<Organisation>
    processor: Related<Processor>
    card: Related<Card> | null
    transaction: Related<Transaction>
  }
>
export const chargebackRelations = ['payment_profile', 'organisation', 'processor', 'card'] as const

export type ScheduledRow = Populated<
  typeof scheduledTransaction,
  {
    payment_profile: Related<PaymentProfile>
    organisation: Related<Organisation>
    card: Related<Card>
    customer: Related<{ id: string }>
    transaction: Related<Transaction> | null
  }
>
export const scheduledRelations = ['payment_profile', 'organisation', 'card'] as const
export type CustomerRow = Populated<typeof customer, { organisation: Related<Organisation> }>

export type TerminalRow = Populated<
  typeof terminal,
  { payment_profile: Related<PaymentProfile> | null; organisation: Related<Organisation> }
>

export type { Refund, Transaction }

export const idOf = (related: Related<{ id: string }>): string => (typeof related === 'string' ? related : related.id)
