import type { Databases } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Issuers } from '../sign-on/issuers.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** The services of every step of signing in. */
export interface Desk {
  readonly databases: Databases
  readonly clock: Clock
  readonly publicUrl: string
  readonly masterKey: string
  readonly settings: SignInSettings
  readonly issuers: Issuers
  /** Called when a mail was committed to the outbox. */
  readonly nudgeMail: () => void
}
