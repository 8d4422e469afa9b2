import type { ReadBody } from '@kontor/contract/endpoint'
import type { createSharesEndpoint } from '@kontor/contract/shares/share.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { offerProcessors } from './offer-processors.ts'

/** Offers several processors to another organisation: all of them, or none where one is refused. */
export async function createShares(
  trx: Trx,
  actor: Actor,
  offer: ReadBody<typeof createSharesEndpoint>,
  now: Date,
): Promise<string[]> {
  return offerProcessors(trx, actor, { ...offer, field: 'body.processors' }, now)
}
