import type { Services } from '../platform/http/services.ts'
import type { Clock } from '../platform/time/clock.ts'
import type { Warning } from './alarms/warn-of-account.ts'
import type { VerifyPayee } from './names/verify-payee.ts'

/** What the routes of bank accounts need. Their clock is the engine's, by which accounts become usable. */
export interface BankAccountServices extends Services {
  readonly verifyPayee: VerifyPayee
  readonly warning: Warning
  /** The wall clock, by which links of mails expire. */
  readonly wall: Clock
  readonly nudgeMail: () => void
}
