import type { Databases } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** What every step of signing in is made with. */
export interface Desk {
  readonly databases: Databases
  readonly clock: Clock
  readonly publicUrl: string
  readonly masterKey: string
  readonly settings: SignInSettings
  /** A mail was put into the outbox and committed. */
  readonly nudgeMail: () => void
}
