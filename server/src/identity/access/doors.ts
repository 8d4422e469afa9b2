import { Refusal } from '@kontor/contract/refusal'
import type { FastifyRequest } from 'fastify'
import { noteCall } from '../../platform/audit-trail/record-request.ts'
import { providerId } from '../../platform/db/ids.ts'
import type { KeyOwner } from '../../platform/http/idempotency.ts'
import type { Services } from '../../platform/http/services.ts'
import { callerOf } from './caller.ts'
import { sessionSecret } from './cookie.ts'
import type { Desk } from './desk.ts'
import { livingSession } from './living-session.ts'
import { refuseForeignOrigin } from './origin.ts'
import type { SignedIn } from './sessions.ts'

/** Access checks for requests without roles: a browser without a session, or a person about their account. */
export const doors = (desk: Desk) => ({
  anyone: (request: FastifyRequest) => {
    refuseForeignOrigin(request, desk.publicUrl)
    return { caller: callerOf(request, desk.publicUrl) }
  },
  person: async (request: FastifyRequest, now: Date) => {
    refuseForeignOrigin(request, desk.publicUrl)
    const signedIn = await currentSession(desk, request, now)
    noteCall(request, callerOfTrail(signedIn))
    const { id, merchant } = signedIn.session
    // An account is one person's: a key of theirs is about it wherever they are in the tree.
    const owner: KeyOwner = { merchant_id: merchant ?? providerId, caller_id: id, seesWhole: true }
    return { caller: callerOf(request, desk.publicUrl), signedIn, user: { id }, owner }
  },
  payer: () => ({}),
  signature: () => ({}),
})

/** A person about their own account. */
const callerOfTrail = ({ session: { id, name, psp, merchant }, organisation }: SignedIn) => ({
  caller: { kind: 'user' as const, id, name, psp },
  merchant: merchant ?? undefined,
  organisation: organisation ?? undefined,
})

export type IdentityServices = Services & { readonly doors: ReturnType<typeof doors> }

export async function currentSession(
  desk: Desk,
  request: FastifyRequest,
  now: Date,
  secret = sessionSecret(request, desk.publicUrl),
): Promise<SignedIn> {
  if (!secret) throw new Refusal('unauthenticated')
  const found = await livingSession(desk, secret, request.ip, now)
  if (!found) throw new Refusal('session_expired')
  const modules = desk.settings.modules.filter((module) => !found.lacks.includes(module))
  const idle_minutes = Math.min(found.session.idle_minutes, desk.settings.idle_ms / 60_000)
  return { ...found, session: { ...found.session, modules, idle_minutes } }
}
