import type { Caches } from '../platform/caches/caches.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { type Connected, connect, type GatewaySettings } from '../processors/connections.ts'
import { NotSent, OutcomeUnknown } from '../processors/gateway.ts'
import { fieldsAddress } from './fields/fields-address.ts'

const good_ms = 10 * 60_000
const soon_ms = 5_000

interface Kept {
  fieldsUrl: string | undefined
  caches: Caches
}

/**
 * The addresses of the card fields of processors: on our own page where the gateway's manifest says how, otherwise on the
 * gateway's. A gateway is asked now and then; null while it does not answer.
 */
export function cardFields(databases: Databases, gateways: GatewaySettings, { fieldsUrl, caches }: Kept) {
  const known = caches.inMemory<{ url: string | null; until: number }>('card_fields')
  return async (merchant: string, processor: string): Promise<string | null> => {
    const before = known.get(processor)
    if (before && before.until > Date.now()) return before.url
    const connected = await inTransaction(databases, engineActor(merchant, 'payer'), (trx) =>
      connect(trx, gateways, merchant, processor, () => {}),
    )
    const url = await addressOf(connected, gateways.masterKey, fieldsUrl)
    known.set(processor, { url, until: Date.now() + (url ? good_ms : soon_ms) })
    return url
  }
}

async function addressOf({ gateway, connection }: Connected, masterKey: string, fieldsUrl: string | undefined) {
  const { manifest } = gateway
  if (manifest.card_fields)
    return (fieldsUrl && fieldsAddress({ fieldsUrl, masterKey }, manifest, connection, new Date())) || null
  const url = await gateway.cardField?.(connection).catch((error: unknown) => {
    if (error instanceof OutcomeUnknown || error instanceof NotSent) return null
    throw error
  })
  return url ?? null
}

export type CardFields = ReturnType<typeof cardFields>
