import { signInEventsOfUserEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import { signInEventsOfUserSchemas } from '@kontor/contract/identity/sign-in-event.schemas'
import * as endpoints from '@kontor/contract/identity/users/user.endpoints'
import * as schemas from '@kontor/contract/identity/users/user.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { passwordLink } from '../mails/password-link.ts'
import { createInvitationLink } from './create-invitation-link.ts'
import { deleteUser } from './delete-user.ts'
import { disableUser } from './disable-user.ts'
import { enableUser } from './enable-user.ts'
import { endSessionsOfUser } from './end-sessions-of-user.ts'
import { inviteUsers } from './invite-users.ts'
import { mailPasswordLink } from './mail-password-link.ts'
import { resendInvitation } from './resend-invitation.ts'
import { resetMfaOfUser } from './reset-mfa-of-user.ts'
import { signInEventsOfUser } from './sign-in-events-of-user.ts'
import { updateUser } from './update-user.ts'
import { providerUserSource, userSource } from './user.rows.ts'

interface UserServices extends Services {
  publicUrl: string
  nudgeMail: () => void
}

// Only kontor_provider reads accounts, so each statement is limited to what the actor may see.
const as = () => 'provider' as const

/** Registers the accounts of merchants' users and of the provider's staff, and what others decide about them. */
export function userRoutes(app: FastifyInstance, services: UserServices): void {
  entityRoutes(app, services, userSource)
  entityRoutes(app, services, providerUserSource)
  invitationRoutes(app, services)
  accountRoutes(app, services)
  route(
    app,
    services,
    signInEventsOfUserEndpoint,
    signInEventsOfUserSchemas,
    (trx, { actor, id, query }) => signInEventsOfUser(trx, actor, id, query),
    { as },
  )
}

function invitationRoutes(app: FastifyInstance, services: UserServices): void {
  const { publicUrl, masterKey, nudgeMail } = services
  const begin = async () => nudgeMail()
  const mailed = answerRow(rowOf, begin)
  route(
    app,
    services,
    endpoints.inviteUsersEndpoint,
    schemas.inviteUsersSchemas,
    async (trx, { actor, body, now }) => ({
      answer: { results: await inviteUsers(trx, actor, body, now, masterKey) },
      begin,
    }),
    { as },
  )
  route(
    app,
    services,
    endpoints.resendInvitationEndpoint,
    schemas.resendInvitationSchemas,
    mailed((trx, { actor, id, now }) => resendInvitation(trx, actor, id, now, masterKey)),
    { as },
  )
  route(
    app,
    services,
    endpoints.createInvitationLinkEndpoint,
    schemas.createInvitationLinkSchemas,
    async (trx, { actor, id, now }) => {
      const { secret, merchant, expires_at } = await createInvitationLink(trx, actor, id, now)
      return { answer: { url: await passwordLink(trx, publicUrl, merchant, secret, 'set_password'), expires_at } }
    },
    { as },
  )
  route(
    app,
    services,
    endpoints.mailPasswordLinkEndpoint,
    schemas.mailPasswordLinkSchemas,
    mailed((trx, { actor, id, now }) => mailPasswordLink(trx, actor, id, now, masterKey)),
    { as },
  )
}

function accountRoutes(app: FastifyInstance, services: UserServices): void {
  const { masterKey, nudgeMail } = services
  const changed = answerRow(rowOf)
  const mailed = answerRow(rowOf, async () => nudgeMail())
  route(
    app,
    services,
    endpoints.updateUserEndpoint,
    schemas.updateUserSchemas,
    mailed((trx, { actor, id, body, now }) => updateUser(trx, actor, id, body, now, masterKey)),
    { as },
  )
  route(
    app,
    services,
    endpoints.disableUserEndpoint,
    schemas.disableUserSchemas,
    changed((trx, { actor, id, now }) => disableUser(trx, actor, id, now)),
    { as },
  )
  route(
    app,
    services,
    endpoints.enableUserEndpoint,
    schemas.enableUserSchemas,
    changed((trx, { actor, id }) => enableUser(trx, actor, id)),
    { as },
  )
  route(
    app,
    services,
    endpoints.resetMfaOfUserEndpoint,
    schemas.resetMfaOfUserSchemas,
    mailed((trx, { actor, id, body, now }) => resetMfaOfUser(trx, actor, id, body, now, masterKey)),
    { as },
  )
  route(
    app,
    services,
    endpoints.endSessionsOfUserEndpoint,
    schemas.endSessionsOfUserSchemas,
    changed((trx, { actor, id, now }) => endSessionsOfUser(trx, actor, id, now)),
    { as },
  )
  route(
    app,
    services,
    endpoints.deleteUserEndpoint,
    schemas.deleteUserSchemas,
    async (trx, { actor, id }) => {
      await deleteUser(trx, actor, id)
      return { answer: null }
    },
    { as },
  )
}

async function rowOf(trx: Trx, actor: Actor, id: string) {
  const user = await trx.selectFrom('platform_user').select('merchant_id').where('id', '=', id).executeTakeFirst()
  return requireRow(user?.merchant_id == null ? providerUserSource : userSource, trx, actor, id)
}
