import { terminal as entity } from '@kontor/contract/terminals/terminal.entity'
import type { TerminalEvent, TerminalEventKind } from '@kontor/contract/terminals/terminal.schemas'
import { sql } from 'kysely'
import { type FieldChange, type ItemChange, itemChanges } from '../platform/changes/item-changes.ts'
import { toldTo } from '../platform/changes/own-people.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'

const most = 500

/** The events of a terminal, newest first. The caller has already checked that the actor may see it. */
export async function terminalEvents(
  db: Reader,
  accounts: Reader,
  actor: Actor,
  merchant: string,
  terminal: string,
): Promise<TerminalEvent[]> {
  const earlier = await eventsBeforeTheTrail(db, merchant, terminal)
  const changes = await itemChanges(db, { merchant, entity, id: terminal })
  const shops = await shopNames(db, merchant, changes)
  const nameOf = (id: unknown) => (typeof id === 'string' ? (shops.get(id) ?? null) : null)
  const told = changes.flatMap((change) => eventsOf(change, nameOf).map((event) => ({ ...who(change), ...event })))
  const last = earlier[0]?.id ?? 0
  const events = [...told.map((event, index) => ({ ...event, id: last + told.length - index })), ...earlier]
  return toldTo(actor, accounts, merchant, events.slice(0, most))
}

type Told = Pick<TerminalEvent, 'kind' | 'before' | 'after'>

/** The events of one change, the last one first. */
function eventsOf({ operation, fields }: ItemChange, nameOf: (shop: unknown) => string | null): Told[] {
  const of = (field: string) => fields.find((change) => change.field === field)
  const shop = of('payment_profile')
  const shops = { before: nameOf(shop?.before), after: nameOf(shop?.after) }
  if (operation === 'created') return [{ kind: 'created', ...shops }]
  const [name, status] = [of('name'), of('status')]
  return [
    ...(status ? [{ kind: kindOf(status), before: null, after: null }] : []),
    ...(shop ? [{ kind: 'assigned' as const, ...shops }] : []),
    ...(name ? [{ kind: 'renamed' as const, before: text(name.before), after: text(name.after) }] : []),
  ]
}

const kindOf = ({ after }: FieldChange): TerminalEventKind => (after === 'ACTIVE' ? 'activated' : 'deactivated')
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const who = ({ at, actor_kind, actor_id, actor_name }: ItemChange) => ({ at, actor_kind, actor_id, actor_name })

/** The present names of the shops. */
async function shopNames(db: Reader, merchant: string, changes: ItemChange[]): Promise<Map<string, string>> {
  const ids = changes
    .flatMap(({ fields }) => fields.filter(({ field }) => field === 'payment_profile'))
    .flatMap(({ before, after }) => [before, after])
    .filter((id) => typeof id === 'string')
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_profile')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchant)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function eventsBeforeTheTrail(db: Reader, merchant: string, terminal: string) {
  const { rows } = await sql<TerminalEvent & { actor_id: string | null }>`
    select id, at, kind, before, after, actor_kind, actor_id, actor_name from terminal_event
    where merchant_id = ${merchant} and terminal_id = ${terminal} order by id desc limit ${most}`.execute(db)
  return rows
}
