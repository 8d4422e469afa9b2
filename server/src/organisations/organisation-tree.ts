import type { ReplyOf } from '@kontor/contract/endpoint'
import type { organisationMoveEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import {
  countedHolders,
  mostNodes,
  type OrganisationHolder,
  organisationHolders,
} from '@kontor/contract/organisations/organisation.rules'
import type { OrganisationNode } from '@kontor/contract/organisations/organisation.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import { type Reader, type Trx, violatedConstraint } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'
import { organisationsAbove } from '../platform/db/organisations-above.ts'
import { seeingNow } from '../platform/db/scope-below.ts'

/** Every organisation that the actor may see, in the order of their names. */
export async function organisationTree(
  db: Reader,
  actor: Actor,
): Promise<{ nodes: OrganisationNode[]; is_complete: boolean }> {
  const nodes = await db
    .selectFrom('organisation')
    .select(['id', 'name', 'parent_id as parent'])
    .where(visibleTo(actor, 'organisation', 'organisation.id'))
    // Those above come first, so that an answer that is cut off still has the way to each node.
    .orderBy('depth')
    .orderBy('name')
    .orderBy('id')
    .limit(mostNodes + 1)
    .execute()
  return { nodes: nodes.slice(0, mostNodes), is_complete: nodes.length <= mostNodes }
}

/** An organisation that the actor may see. */
export async function seenOrganisation(db: Reader, actor: Actor, id: string) {
  const found = await db
    .selectFrom('organisation')
    .select(['id', 'merchant_id as merchant', 'parent_id as parent', 'name'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'organisation', 'organisation.id'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** The organisation that a new or moved one will lie below. */
export async function visibleParent(db: Reader, actor: Actor, id: string) {
  return seenOrganisation(db, actor, id).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('invalid_request', { 'body.parent': 'not_found' }) : error
  })
}

/** Changes of one tree come one after the other (docs/adr/0078). */
export const lockTree = (trx: Trx, merchant: string): Promise<void> => inTurn(trx, `organisation/${merchant}`)

/** Locks the tree. The actor it gives sees what the tree of now lets it see: while it waited, its part may have moved. */
export async function lockTreeFor(trx: Trx, actor: Actor, merchant: string): Promise<Actor> {
  await lockTree(trx, merchant)
  return seeingNow(trx, actor)
}

/** The database refuses a circle and a tree that is too deep, also when two moves at once would make one. */
export function refuseMisplaced(error: unknown): never {
  const broken = violatedConstraint(error)
  if (broken === 'organisation_circle') throw new Refusal('invalid_request', { 'body.parent': 'below_itself' })
  if (broken === 'organisation_depth_check') throw new Refusal('invalid_request', { 'body.parent': 'too_deep' })
  throw error
}

interface Holding {
  table: string
  columns?: readonly string[]
  /** Of rows that are history alone: they do not keep an organisation, and go to the one above it. */
  ended?: RawBuilder<SqlBool>
}

/** The tables whose rows belong to an organisation. A test compares them with the foreign keys. */
export const holdingTables: Readonly<Record<OrganisationHolder, Holding>> = {
  organisation: { table: 'organisation', columns: ['parent_id'] },
  payment_profile: { table: 'payment_profile' },
  bank_account: { table: 'bank_account' },
  user: { table: 'platform_user' },
  api_key: { table: 'api_key', ended: sql`(held.revoked_at is not null or held.expires_at <= now())` },
  processor: { table: 'processor' },
  share: { table: 'share', columns: ['to_organisation_id', 'from_organisation_id'] },
  middleware: { table: 'middleware' },
  routing: { table: 'routing' },
  processor_settlement: { table: 'processor_settlement' },
  terminal: { table: 'terminal' },
  customer: { table: 'customer' },
  payment_link: { table: 'payment_link' },
  card_add_link: { table: 'card_add_link' },
  transaction: { table: 'transaction' },
  refund: { table: 'refund' },
  chargeback: { table: 'chargeback' },
  scheduled_transaction: { table: 'scheduled_transaction' },
  plan: { table: 'plan' },
  subscription: { table: 'subscription' },
  subscription_discount: { table: 'subscription_discount' },
  one_off: { table: 'one_off' },
  checkout: { table: 'checkout' },
  tag: { table: 'tag' },
  validation_ruleset: { table: 'validation_ruleset' },
  webhook: { table: 'webhook' },
  // Without its file nothing of an import can be run again or taken back.
  import: {
    table: 'import',
    ended: sql`(held.status in ('DONE', 'PARTLY_DONE', 'FAILED', 'CANCELLED', 'REVERTED') and held.task is null
      and (held.sha256 is null or held.file_deleted_at is not null))`,
  },
  report: { table: 'report' },
  report_schedule: { table: 'report_schedule' },
  invoice: { table: 'invoice' },
  settlement: { table: 'settlement' },
  settlement_profile: { table: 'settlement_profile' },
}

/** Puts what is history alone from an organisation to the one above it, where those who look after both still find it. */
export async function moveEnded(trx: Trx, merchant: string, id: string, parent: string): Promise<void> {
  for (const { table, ended } of Object.values(holdingTables))
    if (ended)
      await sql`update ${sql.table(table)} held set organisation_id = ${parent}
        where held.merchant_id = ${merchant} and held.organisation_id = ${id} and ${ended}`.execute(trx)
}

/** The numbers of rows that belong to an organisation itself and are no history alone. Large numbers are counted up to one more than `countedHolders`. */
export async function organisationHoldersOf(
  db: Reader,
  merchant: string,
  id: string,
): Promise<{ holder: OrganisationHolder; count: number }[]> {
  const counts = organisationHolders.map((holder) => {
    const { table, columns = ['organisation_id'], ended } = holdingTables[holder]
    return sql`select ${holder} as holder, (select count(*) from (select from ${sql.table(table)} held
      where held.merchant_id = ${merchant} and (${sql.join(
        columns.map((column) => sql`held.${sql.ref(column)} = ${id}`),
        sql` or `,
      )})
      ${ended ? sql`and (${ended}) is not true` : sql``} limit ${sql.lit(countedHolders + 1)}) as counted)::int as count`
  })
  const { rows } = await sql<{
    holder: OrganisationHolder
    count: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ count }) => count > 0)
}

/** Refuses the question about a move as the move itself is refused: nobody loses or gains by it. */
async function refuseUnfit(db: Reader, merchant: string, id: string, parent: string): Promise<void> {
  const { rows } = await sql<{ is_circle: boolean; depth: number }>`
    with recursive below as (
      select id, 1 as level from organisation where merchant_id = ${merchant} and id = ${id}
      union all
      select o.id, below.level + 1 from organisation o join below on o.parent_id = below.id where o.merchant_id = ${merchant}
    )
    select coalesce(bool_or(below.id = ${parent}), false) as is_circle,
      (select depth from organisation where merchant_id = ${merchant} and id = ${parent}) + max(below.level) as depth
    from below`.execute(db)
  const [found] = rows
  if (found?.is_circle) throw new Refusal('invalid_request', { 'query.parent': 'below_itself' })
  if (found && found.depth > deepest) throw new Refusal('invalid_request', { 'query.parent': 'too_deep' })
}

/** A CHECK of the database says the same. */
const deepest = 10

type Move = ReplyOf<typeof organisationMoveEndpoint>

/** The number of organisations that a move takes along, and of users and API keys that lose or gain sight of them. */
export async function organisationMove(db: Reader, actor: Actor, id: string, parent: string, now: Date) {
  const { merchant, parent: from } = await seenOrganisation(db, actor, id)
  const to = await seenOrganisation(db, actor, parent)
  await refuseUnfit(db, merchant, id, to.id)
  const { rows } = await sql<Move>`
    with recursive below as (
      select id from organisation where merchant_id = ${merchant} and id = ${id}
      union
      select o.id from organisation o join below on o.parent_id = below.id where o.merchant_id = ${merchant}
    ), above as (
      select ${from}::uuid as start, id from (${organisationsAbove(merchant, [from])}) as of_from
      union
      select ${to.id}::uuid, id from (${organisationsAbove(merchant, [to.id])}) as of_to
    ), users as (
      select above.start, u.id from platform_user u join above on above.id = u.organisation_id
        where u.merchant_id = ${merchant} and u.active
    ), keys as (
      select above.start, k.id from api_key k join above on above.id = k.organisation_id
        where k.merchant_id = ${merchant} and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${now.toISOString()})
    )
    select (select count(*) from below)::int as organisations,
      (select count(*) from (select id from users where start = ${from} except select id from users where start = ${to.id}) x)::int
        as users_who_lose,
      (select count(*) from (select id from keys where start = ${from} except select id from keys where start = ${to.id}) x)::int
        as api_keys_that_lose,
      (select count(*) from (select id from users where start = ${to.id} except select id from users where start = ${from}) x)::int
        as users_who_gain`.execute(db)
  return rows[0] ?? { organisations: 0, users_who_lose: 0, api_keys_that_lose: 0, users_who_gain: 0 }
}
