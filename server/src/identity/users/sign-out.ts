import type { Trx } from '../../platform/db/database.ts'
import { endSessionsOf } from '../access/sessions.ts'
import { forgetDevices } from '../mfa/remembered-devices.ts'
import { dropChallenges } from '../sign-in/challenges.ts'
import { voidTokens } from '../sign-in/user-tokens.ts'

/** Ends sessions, remembered devices, sign-ins that were begun, and mailed links. */
export async function signOut(trx: Trx, user: string, now: Date): Promise<void> {
  await endSessionsOf(trx, user, now)
  await forgetDevices(trx, user, now)
  await dropChallenges(trx, user)
  await voidTokens(trx, user, now)
}
