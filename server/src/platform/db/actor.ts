import type { Module } from '@kontor/contract/modules'
import type { Role } from '@kontor/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * The person or program behind a request, and what it may see. Made once per request from the session or the API key;
 * parameters can only narrow it.
 */
export interface Actor {
  readonly kind: 'user' | 'api_key' | 'processor' | 'payer' | 'system'
  readonly id: string | null
  /** The first key of the line that rotation made, for an API key. A program stays the same when its key is rotated. */
  readonly program?: string
  readonly name: string
  /** True for the provider's staff. */
  readonly psp: boolean
  readonly roles: readonly Role[]
  readonly scope: Scope
  /** The parts of the product that the merchant of the scope lacks: their addresses are not found. */
  readonly lacks?: readonly Module[]
  /** True where what is read is kept for a merchant's people, whoever asked for it. */
  readonly isForMerchant?: boolean
  /** True for a person who showed a second factor a moment ago. */
  readonly hasFreshFactor?: boolean
  /** IANA name. Days in addresses and files are days of this zone. */
  readonly time_zone: string
}

export type Scope =
  | { readonly merchant: null }
  | {
      readonly merchant: string
      /** Visible nodes of the tree; null: all of them. */
      readonly organisations: readonly string[] | null
      /** The nodes that these lie below: the actor's own, and the one that the request names. The tree may move them. */
      readonly below: readonly string[]
    }

/** The actor of work without a user: the engine (outcomes, recovery, notifications), or a payer on a page of ours. */
export const engineActor = (merchant: string, kind: 'processor' | 'payer' | 'system'): Actor => ({
  kind,
  id: null,
  name: kind,
  psp: false,
  roles: [],
  scope: { merchant, organisations: null, below: [] },
  time_zone: 'UTC',
})

/** The same person without the merchant to which the provider's staff narrowed their view. A merchant's user keeps the merchant. */
export const atHome = (actor: Actor): Actor => (actor.psp ? { ...actor, scope: { merchant: null }, lacks: [] } : actor)

/** The actor with an organisation that came into being below one that the actor sees. */
export const withOrganisation = (actor: Actor, id: string): Actor =>
  actor.scope.merchant === null || actor.scope.organisations === null
    ? actor
    : { ...actor, scope: { ...actor.scope, organisations: [...actor.scope.organisations, id] } }

/**
 * What is kept of who did something in rows that say nothing of the provider's people: null for all of them. Rows that keep every
 * name are told by `toldName` (docs/adr/0250).
 */
export const shownName = ({ psp, name }: Actor): string | null => (psp ? null : name)

/** True when the merchant of the actor's scope lacks the part of the product to which something belongs. */
export const lacksModule = ({ lacks }: Actor, { module }: { readonly module?: Module }): boolean =>
  module !== undefined && lacks?.includes(module) === true

/** True unless the actor sees only a part of a merchant's tree. */
export const seesWholeMerchant = ({ scope }: Actor): boolean => scope.merchant === null || scope.organisations === null

/**
 * The condition in every SELECT that a user can reach; row-level security enforces the same again. `table` has
 * merchant_id and organisation_id, or `organisation` names the column with its node of the tree.
 */
export function visibleTo(actor: Actor, table: string, organisation = `${table}.organisation_id`): RawBuilder<SqlBool> {
  const { scope } = actor
  if (scope.merchant === null) return sql`true`
  const own = sql<SqlBool>`${sql.ref(`${table}.merchant_id`)} = ${scope.merchant}`
  if (scope.organisations === null) return own
  return sql`${own} and ${sql.ref(organisation)} = any(${scope.organisations}::uuid[])`
}
