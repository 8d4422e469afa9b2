import type { Role } from '@kontor/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Who asks, and what they may see. Made once per request from the session or the API key; parameters only narrow it. */
export interface Actor {
  readonly kind: 'user' | 'api_key' | 'processor' | 'payer' | 'system'
  readonly id: string | null
  /** Of an API key: the first of the line that rotating made. The program is the same, whichever of them it shows. */
  readonly program?: string
  readonly name: string
  /** Of the provider's staff. */
  readonly psp: boolean
  readonly roles: readonly Role[]
  readonly scope: Scope
  /** IANA; days in addresses and files are days of this zone. */
  readonly time_zone: string
}

export type Scope =
  | { readonly merchant: null }
  | {
      readonly merchant: string /** The nodes of the tree that are visible; null: all of them. */
      readonly organisations: readonly string[] | null
    }

/** The engine at work for a merchant: outcomes, recovery, notifications; and whoever pays on a page of ours. */
export const engineActor = (merchant: string, kind: 'processor' | 'payer' | 'system'): Actor => ({
  kind,
  id: null,
  name: kind,
  psp: false,
  roles: [],
  scope: { merchant, organisations: null },
  time_zone: 'UTC',
})

/** The same person, not narrowed to the merchant whom the provider's staff look at. */
export const atHome = (actor: Actor): Actor => (actor.psp ? { ...actor, scope: { merchant: null } } : actor)

/** Not a part of its tree alone. */
export const seesWholeMerchant = ({ scope }: Actor): boolean => scope.merchant === null || scope.organisations === null

/**
 * The condition that every SELECT a user can reach carries: row-level security says the same a second time.
 * `table` has merchant_id and organisation_id, or names the column that holds its node of the tree.
 */
export function visibleTo(actor: Actor, table: string, organisation = `${table}.organisation_id`): RawBuilder<SqlBool> {
  const { scope } = actor
  if (scope.merchant === null) return sql`true`
  const own = sql<SqlBool>`${sql.ref(`${table}.merchant_id`)} = ${scope.merchant}`
  if (scope.organisations === null) return own
  return sql`${own} and ${sql.ref(organisation)} = any(${scope.organisations}::uuid[])`
}
