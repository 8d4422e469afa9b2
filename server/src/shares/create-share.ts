import type { ReadBody } from '@kontor/contract/endpoint'
import type { createShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { offerProcessors } from './offer-processors.ts'

/** Offers a processor to another organisation. */
export async function createShare(
  trx: Trx,
  actor: Actor,
  { processor, ...offer }: ReadBody<typeof createShareEndpoint>,
  now: Date,
): Promise<string> {
  const [id] = await offerProcessors(trx, actor, { ...offer, processors: [processor], field: 'body.processor' }, now)
  if (id === undefined) throw new Error('a processor that is offered has a request')
  return id
}
