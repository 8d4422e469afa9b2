import type { Card } from '@kontor/contract/customers/card.entity'
import type { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { Transaction } from '@kontor/contract/payments/transaction.entity'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import type { Settlement } from '@kontor/contract/settlements/settlement.entity'
import type { Related } from '../platform/api/related.ts'

export type ChargebackRow = Populated<
  typeof chargeback,
  {
    payment_profile: Related<PaymentProfile>
    organisation: Related<Organisation>
    processor: Related<Processor>
    card: Related<Card> | null
    transaction: Related<Transaction>
    settlement: Related<Settlement> | null
  }
>
export const chargebackRelations = ['payment_profile', 'organisation', 'processor', 'card', 'settlement'] as const
