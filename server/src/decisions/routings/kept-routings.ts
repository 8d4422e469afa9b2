import { type Branch, branchesOf } from '@kontor/contract/decisions/routings/tree.rules'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { asksForCard } from '../facts/facts-of.ts'
import { keptByVersion } from '../kept-by-version.ts'

/** The routing that a payment profile uses for a product. */
export interface AppliedRouting {
  id: string
  version: number
  /** Of the amounts in its conditions. */
  currency_code: string
  details: Branch
}

/** The id of a routing, and the version of its row, which is that of its last transaction too. */
export interface RoutingInUse {
  id: string
  version: string
}

const rowVersion = sql<string>`r.version || '/' || r.xmin`

/** What a payment profile uses for a product, as a column of the statement that reads the profile; null: it uses none. */
export const routingInUse = (of: {
  merchant: Expression<string>
  profile: Expression<string>
  product: string
}): RawBuilder<RoutingInUse | null> => sql`(
  select jsonb_build_object('id', r.id, 'version', ${rowVersion})
  from payment_profile_routing c join routing r on r.merchant_id = c.merchant_id and r.id = c.routing_id
  where c.merchant_id = ${of.merchant} and c.payment_profile_id = ${of.profile} and c.payment_product = ${of.product})`

interface KeptRouting {
  version: string
  /** Null: it was deleted meanwhile, and nothing uses it. */
  routing: AppliedRouting | null
  /** One of its conditions asks for the brand or BIN of a card. */
  asksForCards: boolean
  size: number
}

const kept = keptByVersion<KeptRouting>()

/**
 * The tree of a routing, out of the memory of this process where it has that version of the row: a large one takes longer to read
 * than to be asked.
 */
export const keptRouting = (trx: Trx, merchant: string, { id, version }: RoutingInUse): Promise<KeptRouting> =>
  kept(id, version, () => read(trx, merchant, id))

async function read(trx: Trx, merchant: string, id: string): Promise<KeptRouting> {
  const { rows } = await sql<AppliedRouting & { row_version: string; size: number }>`
    select r.id, r.version, r.currency_code, r.details, ${rowVersion} as row_version, length(r.details::text) as size
    from routing r where r.merchant_id = ${merchant} and r.id = ${id}`.execute(trx)
  const [row] = rows
  if (!row) return { version: 'deleted', routing: null, asksForCards: false, size: 0 }
  const { row_version, size, ...routing } = row
  const asksForCards = branchesOf(routing.details).some((branch) => branch.if.some(asksForCard))
  return { version: row_version, routing, asksForCards, size }
}
