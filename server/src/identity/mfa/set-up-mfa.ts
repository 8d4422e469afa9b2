import type { MfaSetup, MfaType } from '@kontor/contract/identity/mfa'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { admit } from '../access/gate.ts'
import { openChallenge } from '../sign-in/challenges.ts'
import { openProof } from '../sign-on/sign-on-proof.ts'
import { challengedPerson } from './mfa-challenge.ts'
import { beginFactor, confirmFactor, setupPurposes } from './second-factor.ts'

/** Begins a set-up that is required before a session. Its token was given for the password and opens nothing else. */
export async function setUpMfa(
  desk: Desk,
  { token, type, code }: { token: string; type: MfaType; code?: string | undefined },
  caller: Caller,
  now: Date,
): Promise<MfaSetup | { session: string; recovery_codes: string[] }> {
  const asTry = code !== undefined
  const challenge = await openChallenge(desk.databases.provider, setupPurposes.forced, token, now, { asTry })
  const person = await challengedPerson(desk, challenge, undefined, caller, now)
  if (code === undefined) return beginFactor(desk, person, challenge, token, type, now)
  const proof = openProof(desk.masterKey, person.id, challenge.sign_on)
  const { recovery_codes, and } = await confirmFactor(
    desk,
    person,
    challenge,
    {
      token,
      code,
      type,
      command: 'set-up-mfa',
      andThen: (trx, method) => admit(trx, desk, person, { method, caller, proof }, now),
    },
    caller,
    now,
  )
  return { session: and, recovery_codes }
}
