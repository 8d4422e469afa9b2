import type { ReadBody } from '@kontor/contract/endpoint'
import type { setProviderSignOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { setOfHouse } from './set-sign-on.ts'

/** Sets the single sign-on of the provider's staff. */
export const setProviderSignOn = (
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof setProviderSignOnEndpoint>,
  now: Date,
  masterKey: string,
): Promise<void> => setOfHouse(trx, actor, providerId, input, now, masterKey)
