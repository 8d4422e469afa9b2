import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { PaymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import type { terminal } from '@kontor/contract/terminals/terminal.entity'
import type { Related } from '../platform/api/related.ts'

export type TerminalRow = Populated<
  typeof terminal,
  { payment_profile: Related<PaymentProfile> | null; organisation: Related<Organisation> }
>
