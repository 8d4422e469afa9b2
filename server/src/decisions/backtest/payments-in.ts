import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { scopeBelow } from '../../platform/db/scope-below.ts'

interface Place {
  merchant: string
  /** Payments there and below. */
  organisation: string
  /** Only payments of these payment profiles. */
  profiles?: readonly string[] | undefined
}

/** The condition for the payments `t` of a place, as far as the actor sees them. */
export async function paymentsIn(
  trx: Trx,
  actor: Actor,
  { merchant, organisation, profiles }: Place,
): Promise<RawBuilder<SqlBool>> {
  const seen = visibleTo(actor, 't')
  if (profiles) return sql`${seen} and t.payment_profile_id = any(${profiles}::uuid[])`
  const scope = await scopeBelow(trx, merchant, [organisation])
  if (scope.merchant === null || scope.organisations === null) return seen
  return sql`${seen} and t.organisation_id = any(${scope.organisations}::uuid[])`
}
