import type { Clock } from '../platform/clock.ts'
import type { Databases } from '../platform/database.ts'
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
