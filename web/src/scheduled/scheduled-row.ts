import type { Card } from '@kontor/contract/customers/card.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { Transaction } from '@kontor/contract/payments/transaction.entity'
import type { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import type { Related } from '../platform/api/related.ts'

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
