import type { AuditTrailItem, auditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { Populated } from '@kontor/contract/entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { Transaction } from '@kontor/contract/payments/transaction.entity'
import type { Related } from '../platform/api/related.ts'

/** A call with its relations in the place of their ids. */
export type CallRow = Populated<
  typeof auditTrailItem,
  {
    transaction: Related<Transaction> | null
    payment_profile: Related<PaymentProfile> | null
    user: Related<{ id: string; name: string }> | null
  }
>

export type { AuditTrailItem }
