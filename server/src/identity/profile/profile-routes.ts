import * as calls from '@kontor/contract/identity/profile.calls'
import { signInEventQuery } from '@kontor/contract/identity/sign-in-event.schemas'
import { detailsOf } from '@kontor/contract/list-query'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sessionCall } from '../access/call-route.ts'
import { setSessionCookie } from '../access/cookie.ts'
import type { Desk } from '../access/desk.ts'
import { passkeysOf } from '../mfa/passkeys.ts'
import { knownDevice } from '../mfa/remembered-devices.ts'
import { askEmailChange, readProfile, reauthenticate, updateProfile } from './profile.ts'
import * as lists from './profile-lists.ts'
import * as security from './profile-security.ts'

export function profileRoutes(app: FastifyInstance, desk: Desk): void {
  const { databases, publicUrl } = desk
  const db = databases.provider
  const goOn = (reply: FastifyReply, session: string) => setSessionCookie(reply, publicUrl, session)

  sessionCall(app, desk, calls.profileCall, ({ user, now }) => readProfile(db, user.id, now))
  sessionCall(app, desk, calls.updateProfileCall, async ({ user, body, now }) => {
    await updateProfile(db, user.id, body)
    return readProfile(db, user.id, now)
  })
  sessionCall(app, desk, calls.changeEmailCall, async ({ user, body, caller, now }) => {
    const person = await reauthenticate(desk, user.id, body.password, caller, now)
    await askEmailChange(desk, person, body.email, caller, now)
  })
  sessionCall(app, desk, calls.changePasswordCall, async ({ user, body, caller, now, reply }) => {
    const person = await reauthenticate(desk, user.id, body.current_password, caller, now, 'current_password')
    goOn(reply, await security.changePassword(desk, person, body.password, caller, now))
  })

  sessionCall(app, desk, calls.beginMfaCall, async ({ user, body, caller, now }) => {
    const person = await reauthenticate(desk, user.id, body.password, caller, now)
    return security.beginMfa(desk, person, body.type, now)
  })
  sessionCall(app, desk, calls.confirmMfaCall, async ({ user, body, caller, now, reply }) => {
    const { session, recovery_codes } = await security.confirmMfa(desk, user.id, body, caller, now)
    goOn(reply, session)
    return { recovery_codes }
  })
  sessionCall(app, desk, calls.disableMfaCall, async ({ user, body, caller, now, reply }) => {
    const person = await reauthenticate(desk, user.id, body.password, caller, now)
    goOn(reply, await security.disableMfa(desk, person, caller, now))
  })
  sessionCall(app, desk, calls.renewRecoveryCodesCall, async ({ user, body, caller, now }) => {
    const person = await reauthenticate(desk, user.id, body.password, caller, now)
    return { recovery_codes: await security.renewCodes(desk, person, caller, now) }
  })

  sessionCall(app, desk, calls.listPasskeysCall, async ({ user }) =>
    (await passkeysOf(db, user.id)).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
    })),
  )
  sessionCall(app, desk, calls.beginPasskeyCall, async ({ user, body, caller, now }) =>
    security.beginPasskey(desk, await reauthenticate(desk, user.id, body.password, caller, now), now),
  )
  sessionCall(app, desk, calls.addPasskeyCall, ({ user, body, caller, now }) =>
    security.addPasskey(desk, user, body, caller, now),
  )
  sessionCall(app, desk, calls.removePasskeyCall, ({ user, id, caller, now }) =>
    lists.removePasskey(databases, user, id, caller, now),
  )

  sessionCall(app, desk, calls.listSessionsCall, ({ user, signedIn, now }) =>
    lists.listSessions(db, user.id, signedIn.id, now),
  )
  sessionCall(app, desk, calls.endSessionCall, ({ user, id, caller, now }) =>
    lists.endSessions(databases, user, { id }, caller, now),
  )
  sessionCall(app, desk, calls.endOtherSessionsCall, ({ user, signedIn, caller, now }) =>
    lists.endSessions(databases, user, { except: signedIn.id }, caller, now),
  )
  sessionCall(app, desk, calls.listDevicesCall, async ({ user, caller, now }) => {
    const known = await knownDevice(db, user.id, caller, now)
    return lists.listDevices(db, user.id, known === 'copied' ? undefined : known?.id, now)
  })
  sessionCall(app, desk, calls.forgetDeviceCall, ({ user, id, caller, now }) =>
    lists.forgetDevice(databases, user, id, caller, now),
  )
  sessionCall(app, desk, calls.listSignInEventsCall, async ({ user, request }) => {
    const query = signInEventQuery.safeParse({ ...(request.query as object) })
    if (!query.success) throw new Refusal('invalid_request', detailsOf(query.error, 'query'))
    return lists.listSignInEvents(db, { ...query.data, user: user.id })
  })
}
