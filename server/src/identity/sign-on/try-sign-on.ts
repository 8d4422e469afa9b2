import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import type { trySignOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Desk } from '../access/desk.ts'
import { countOrRefuse } from '../guessing/attempts.ts'
import { IssuerUnusable } from './issuers.ts'
import { inTurnAt } from './issuers-in-turn.ts'

type House = Pick<Desk, 'databases' | 'issuers'>

const limit = { tries: 30, window_ms: 10 * 60_000 }

/** Asks an issuer for its discovery document. Nothing is kept. */
export async function trySignOn(
  actor: Actor,
  { issuer }: ReadBody<typeof trySignOnEndpoint>,
  now: Date,
  house: House,
): Promise<ReplyOf<typeof trySignOnEndpoint>> {
  const { databases, issuers } = house
  await countOrRefuse(databases.provider, 'sign_on.try', actor.id ?? '', limit, now)
  try {
    const metadata = await inTurnAt(issuer, () => issuers.ask(issuer))
    const { scopes_supported, grant_types_supported } = metadata
    const refresh = [scopes_supported?.includes('offline_access'), grant_types_supported?.includes('refresh_token')]
    const logout = metadata['backchannel_logout_supported'] === true
    return { problem: null, refresh: refresh.includes(true), logout }
  } catch (error) {
    if (error instanceof IssuerUnusable) return { problem: error.problem, refresh: false, logout: false }
    throw error
  }
}
