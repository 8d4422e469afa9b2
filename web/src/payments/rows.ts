import type { Card } from '@kontor/contract/customers/card.entity'
import type { customer } from '@kontor/contract/customers/customer.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { refund } from '@kontor/contract/payments/refund.entity'
import type { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import type { Transaction, transaction } from '@kontor/contract/payments/transaction.entity'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import type { Settlement } from '@kontor/contract/settlements/settlement.entity'
import type { Tag } from '@kontor/contract/tags/tag.entity'
import type { Terminal } from '@kontor/contract/terminals/terminal.entity'
import type { Related } from '../platform/api/related.ts'

/** A transaction as screens have it: a list's row, or a row with its relations. */
export type TransactionRow = Populated<
  typeof transaction,
  {
    payment_profile: Related<PaymentProfile>
    processor: Related<Processor> | null
    organisation: Related<Organisation>
    tags: Related<Tag>[]
    rulesets: Related<{ id: string; name: string }>[]
    terminal: Related<Terminal> | null
    customer: Related<{ id: string }> | null
    settlement: Related<Settlement> | null
  }
>
export const transactionRelations = [
  'payment_profile',
  'processor',
  'organisation',
  'tags',
  'rulesets',
  'terminal',
  'settlement',
] as const

export type RefundRow = Populated<
  typeof refund,
  {
    payment_profile: Related<PaymentProfile>
    card: Related<Card> | null
    organisation: Related<Organisation>
    transaction: Related<Transaction>
    settlement: Related<Settlement> | null
  }
>
export const refundRelations = ['payment_profile', 'organisation', 'card', 'settlement'] as const

export type CustomerRow = Populated<typeof customer, { organisation: Related<Organisation> }>

export type StuckRow = Populated<typeof stuckOperation, { processor: Related<Processor> | null }>
