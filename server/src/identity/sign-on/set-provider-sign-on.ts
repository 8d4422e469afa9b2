import type { ReadBody } from '@kontor/contract/endpoint'
import type { setProviderSignOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { setOfHouse } from './set-sign-on.ts'
import { provider } from './sign-on-policy.ts'

/** Sets the single sign-on of the provider's staff. */
export const setProviderSignOn = (
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof setProviderSignOnEndpoint>,
  now: Date,
  masterKey: string,
): Promise<void> => setOfHouse(trx, actor, provider, input, now, masterKey)
