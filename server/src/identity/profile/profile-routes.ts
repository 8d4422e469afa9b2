import * as endpoints from '@kontor/contract/identity/profile.endpoints'
import * as schemas from '@kontor/contract/identity/profile.schemas'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import { setSessionCookie } from '../access/cookie.ts'
import type { Desk } from '../access/desk.ts'
import type { IdentityServices } from '../access/doors.ts'
import { listSignInEvents } from '../access/list-sign-in-events.ts'
import { askFactor, showFactor } from '../mfa/fresh-factor.ts'
import { passkeysOf } from '../mfa/passkeys.ts'
import { knownDevice } from '../mfa/remembered-devices.ts'
import { askEmailChange, readProfile, reauthenticate, updateProfile } from './profile.ts'
import * as lists from './profile-lists.ts'
import * as security from './profile-security.ts'

export function profileRoutes(app: FastifyInstance, services: IdentityServices, desk: Desk): void {
  accountRoutes(app, services, desk)
  factorRoutes(app, services, desk)
  passkeyRoutes(app, services, desk)
  sessionRoutes(app, services, desk)
}

/** Name, language, e-mail address and password. */
function accountRoutes(app: FastifyInstance, services: IdentityServices, desk: Desk): void {
  const db = desk.databases.provider
  route(app, services, endpoints.profileEndpoint, schemas.profileSchemas, ({ user, now }) =>
    readProfile(db, user.id, now),
  )
  route(
    app,
    services,
    endpoints.updateProfileEndpoint,
    schemas.updateProfileSchemas,
    async ({ user, signedIn, body, caller, now }) => {
      const { name, merchant } = signedIn.session
      await updateProfile(desk, { ...user, name, merchant_id: merchant ?? null }, body, caller)
      return readProfile(db, user.id, now)
    },
  )
  route(
    app,
    services,
    endpoints.changeEmailEndpoint,
    schemas.changeEmailSchemas,
    async ({ user, body, caller, now }) => {
      const person = await reauthenticate(desk, user.id, body.password, caller, now)
      await askEmailChange(desk, person, body.email, caller, now)
    },
  )
  route(
    app,
    services,
    endpoints.changePasswordEndpoint,
    schemas.changePasswordSchemas,
    async ({ user, body, caller, now, reply }) => {
      const person = await reauthenticate(desk, user.id, body.current_password, caller, now, 'current_password')
      goOn(desk, reply, await security.changePassword(desk, person, body.password, caller, now))
    },
  )
}

/** The second factor, and the codes for its loss. */
function factorRoutes(app: FastifyInstance, services: IdentityServices, desk: Desk): void {
  route(app, services, endpoints.beginMfaEndpoint, schemas.beginMfaSchemas, async ({ user, body, caller, now }) => {
    const person = await reauthenticate(desk, user.id, body.password, caller, now)
    return security.beginMfa(desk, person, body.type, now)
  })
  route(
    app,
    services,
    endpoints.confirmMfaEndpoint,
    schemas.confirmMfaSchemas,
    async ({ user, body, caller, now, reply }) => {
      const { session, recovery_codes } = await security.confirmMfa(desk, user.id, body, caller, now)
      goOn(desk, reply, session)
      return { recovery_codes }
    },
  )
  route(
    app,
    services,
    endpoints.disableMfaEndpoint,
    schemas.disableMfaSchemas,
    async ({ user, body, caller, now, reply }) => {
      const person = await reauthenticate(desk, user.id, body.password, caller, now)
      goOn(desk, reply, await security.disableMfa(desk, person, caller, now))
    },
  )
  route(
    app,
    services,
    endpoints.renewRecoveryCodesEndpoint,
    schemas.renewRecoveryCodesSchemas,
    async ({ user, body, caller, now }) => {
      const person = await reauthenticate(desk, user.id, body.password, caller, now)
      return { recovery_codes: await security.renewCodes(desk, person, caller, now) }
    },
  )
  route(app, services, endpoints.askFactorEndpoint, schemas.askFactorSchemas, ({ user, now }) =>
    askFactor(desk, user.id, now),
  )
  route(
    app,
    services,
    endpoints.showFactorEndpoint,
    schemas.showFactorSchemas,
    ({ user, signedIn, body, caller, now }) =>
      showFactor(desk, { user: user.id, session: signedIn.id }, body, caller, now),
  )
}

function passkeyRoutes(app: FastifyInstance, services: IdentityServices, desk: Desk): void {
  const { databases } = desk
  route(app, services, endpoints.listPasskeysEndpoint, schemas.listPasskeysSchemas, async ({ user }) =>
    (await passkeysOf(databases.provider, user.id)).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at,
    })),
  )
  route(
    app,
    services,
    endpoints.beginPasskeyEndpoint,
    schemas.beginPasskeySchemas,
    async ({ user, body, caller, now }) =>
      security.beginPasskey(desk, await reauthenticate(desk, user.id, body.password, caller, now), now),
  )
  route(app, services, endpoints.addPasskeyEndpoint, schemas.addPasskeySchemas, ({ user, body, caller, now }) =>
    security.addPasskey(desk, user, body, caller, now),
  )
  route(
    app,
    services,
    endpoints.removePasskeyEndpoint,
    schemas.removePasskeySchemas,
    ({ user, params: { id }, caller, now }) => lists.removePasskey(databases, user, id, caller, now),
  )
}

/** Where somebody is signed in, and what happened at it. */
function sessionRoutes(app: FastifyInstance, services: IdentityServices, desk: Desk): void {
  const { databases } = desk
  const db = databases.provider
  route(app, services, endpoints.listSessionsEndpoint, schemas.listSessionsSchemas, ({ user, signedIn, now }) =>
    lists.listSessions(db, user.id, signedIn.id, now),
  )
  route(
    app,
    services,
    endpoints.endSessionEndpoint,
    schemas.endSessionSchemas,
    ({ user, params: { id }, caller, now }) => lists.endSessions(databases, user, { id }, caller, now),
  )
  route(
    app,
    services,
    endpoints.endOtherSessionsEndpoint,
    schemas.endOtherSessionsSchemas,
    ({ user, signedIn, caller, now }) => lists.endSessions(databases, user, { except: signedIn.id }, caller, now),
  )
  route(app, services, endpoints.listDevicesEndpoint, schemas.listDevicesSchemas, async ({ user, caller, now }) => {
    const known = await knownDevice(db, user.id, caller, now)
    return lists.listDevices(db, user.id, known === 'copied' ? undefined : known?.id, now)
  })
  route(
    app,
    services,
    endpoints.forgetDeviceEndpoint,
    schemas.forgetDeviceSchemas,
    ({ user, params: { id }, caller, now }) => lists.forgetDevice(databases, user, id, caller, now),
  )
  route(app, services, endpoints.listSignInEventsEndpoint, schemas.listSignInEventsSchemas, ({ user, query }) =>
    listSignInEvents(db, { ...query, user: user.id }),
  )
}

/** The browser goes on with another session: its old one ended. */
const goOn = ({ publicUrl }: Desk, reply: FastifyReply, session: string) => setSessionCookie(reply, publicUrl, session)
