import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { connect, type GatewaySettings } from '../processors/connections.ts'
import { NotSent, OutcomeUnknown } from '../processors/gateway.ts'

const good_ms = 10 * 60_000
const soon_ms = 5_000

/**
 * The addresses of the processors' own card fields. A processor is asked now and then; null while it does not answer.
 */
export function cardFields(databases: Databases, gateways: GatewaySettings) {
  const known = new Map<string, { url: string | null; until: number }>()
  return async (merchant: string, processor: string): Promise<string | null> => {
    const before = known.get(processor)
    if (before && before.until > Date.now()) return before.url
    const { gateway, connection } = await inTransaction(databases, engineActor(merchant, 'payer'), (trx) =>
      connect(trx, gateways, merchant, processor, () => {}),
    )
    const asked = gateway.cardField?.(connection).catch((error: unknown) => {
      if (error instanceof OutcomeUnknown || error instanceof NotSent) return null
      throw error
    })
    const url = (await asked) ?? null
    known.set(processor, { url, until: Date.now() + (url ? good_ms : soon_ms) })
    return url
  }
}

export type CardFields = ReturnType<typeof cardFields>
