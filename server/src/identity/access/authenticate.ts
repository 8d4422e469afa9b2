import type { Query } from '@kontor/contract/lists/query-string'
import { Refusal } from '@kontor/contract/refusal'
import { isUuid } from '@kontor/contract/uuid'
import type { FastifyRequest } from 'fastify'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Databases, Reader } from '../../platform/db/database.ts'
import { lacksOf } from '../../platform/db/lacked-modules.ts'
import { scopeBelow } from '../../platform/db/scope-below.ts'
import { findApiKey } from './api-keys.ts'
import { sessionSecret } from './cookie.ts'
import type { Desk } from './desk.ts'
import { livingSession } from './living-session.ts'
import { refuseForeignOrigin } from './origin.ts'

/** Finds the actor of a request: a program by its API key, a person by the session cookie. */
export function authenticator(desk: Desk) {
  const { databases } = desk
  return async (request: FastifyRequest): Promise<Actor> => {
    const actor = (await byApiKey(desk, request)) ?? (await bySession(desk, request))
    const { merchant, organisation } = request.query as Query
    const scope = await narrowed(databases, actor.scope, one(merchant, 'merchant'), one(organisation, 'organisation'))
    const lacks = actor.scope.merchant === scope.merchant ? actor.lacks : await lacksOf(databases.provider, scope)
    return { ...actor, scope, ...(lacks && { lacks }) }
  }
}

async function byApiKey({ databases, clock }: Desk, request: FastifyRequest): Promise<Actor | undefined> {
  // RFC 9110: the name of a scheme is read without regard to case.
  const secret = /^Bearer (\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (request.headers.authorization !== undefined && !secret) throw new Refusal('unauthenticated')
  if (!secret) return undefined
  const key = await findApiKey(databases, secret, request.ip, clock.now())
  if (!key) throw new Refusal('unauthenticated')
  return {
    kind: 'api_key',
    id: key.id,
    program: key.program_id ?? key.id,
    name: key.name,
    psp: false,
    roles: key.roles,
    scope: await scopeBelow(databases.provider, key.merchant_id, [key.organisation_id]),
    time_zone: key.time_zone,
    lacks: key.lacks,
  }
}

async function bySession(desk: Desk, request: FastifyRequest): Promise<Actor> {
  const { databases, clock, publicUrl } = desk
  const secret = sessionSecret(request, publicUrl)
  if (!secret) throw new Refusal('unauthenticated')
  refuseForeignOrigin(request, publicUrl)
  const found = await livingSession(desk, secret, request.ip, clock.now())
  if (!found) throw new Refusal('session_expired')
  const { session } = found
  return {
    kind: 'user',
    id: session.id,
    name: session.name,
    psp: session.psp,
    // roleNamed has read these roles.
    roles: session.roles as Actor['roles'],
    scope: await scopeOfUser(databases.provider, session.merchant, found.organisation),
    time_zone: found.time_zone,
    lacks: found.lacks,
    hasFreshFactor: isFresh(found.factor_at, clock.now()),
  }
}

const freshFor_ms = 5 * 60_000

const isFresh = (factor_at: string | null, now: Date): boolean =>
  factor_at !== null && now.getTime() - Date.parse(factor_at) <= freshFor_ms

/** The part of a merchant that a user sees; everything for the provider's staff, who belong to no merchant. */
export const scopeOfUser = async (db: Reader, merchant: string | null, organisation: string | null): Promise<Scope> =>
  merchant && organisation ? scopeBelow(db, merchant, [organisation]) : { merchant: null }

function one(value: string | string[] | undefined, name: string): string | undefined {
  if (value === undefined || value === '') return undefined
  if (Array.isArray(value)) throw new Refusal('invalid_request', { [`query.${name}`]: 'repeated' })
  if (!isUuid(value)) throw new Refusal('invalid_request', { [`query.${name}`]: 'invalid_id' })
  return value.toLowerCase()
}

/**
 * Narrows the actor's scope to the request's `merchant` and `organisation`. A target outside the scope is refused as
 * not found.
 */
async function narrowed(
  databases: Databases,
  scope: Scope,
  merchant: string | undefined,
  organisation: string | undefined,
): Promise<Scope> {
  if (scope.merchant !== null && merchant !== undefined && merchant !== scope.merchant) throw new Refusal('not_found')
  const within =
    scope.merchant ?? merchant ?? (organisation === undefined ? null : await merchantOf(databases, organisation))
  if (within === null) return scope
  if (organisation === undefined && scope.merchant !== null) return scope
  const below = [...(scope.merchant === null ? [] : scope.below), ...(organisation === undefined ? [] : [organisation])]
  return scopeBelow(databases.provider, within, below)
}

async function merchantOf(databases: Databases, organisation: string): Promise<string> {
  const row = await databases.provider
    .selectFrom('organisation')
    .select('merchant_id')
    .where('id', '=', organisation)
    .executeTakeFirst()
  if (!row) throw new Refusal('not_found')
  return row.merchant_id
}
