import type { BankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfileWithRouting, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import type { Related } from '../../platform/api/related.ts'
import type { ChosenMiddleware } from './choices/middleware-line.tsx'

/** A payment profile with its organisation, its processors, its middleware and its routings, as far as the viewer may see them. */
export type ProfileRow = Populated<
  typeof paymentProfile,
  {
    organisation: Related<Organisation>
    processors: Related<Processor>[]
    middleware: ChosenMiddleware[]
    bank_account: Related<Pick<BankAccount, 'id' | 'iban' | 'holder' | 'status'>> | null
  }
> &
  Pick<PaymentProfileWithRouting, 'routing'>

export const populate: readonly string[] = ['organisation', 'processors', 'middleware', 'bank_account']
