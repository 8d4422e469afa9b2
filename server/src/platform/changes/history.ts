import type { Entity } from '@kontor/contract/entity'
import type { Change, History } from '@kontor/contract/platform/history'
import { isUuid } from '@kontor/contract/uuid'
import type { Actor } from '../db/actor.ts'
import type { Reader } from '../db/database.ts'
import { type AnyRow, rowsById } from '../rows/list.ts'
import type { Sources } from '../rows/populate.ts'
import { type FieldChange, type ItemChange, itemChanges } from './item-changes.ts'
import { toldFields, toldTo } from './own-people.ts'

/** The changes of a row that the actor may see, with the names of what they refer to. */
export async function historyOf(
  trx: Reader,
  { sources, accounts }: { sources: Sources; accounts: Reader },
  actor: Actor,
  entity: Entity,
  row: AnyRow,
): Promise<History> {
  // A row without a merchant is a merchant, whose changes are its own, or belongs to the provider.
  const merchant = typeof row['merchant'] === 'string' ? row['merchant'] : row.id
  const changes = await itemChanges(trx, { merchant, entity, id: row.id })
  const told = await toldTo(actor, accounts, merchant, await toldFields(trx, actor, accounts, merchant, changes))
  return {
    changes: told.map((change) => shown(change, row.id, actor.psp || isOfMerchant(change))),
    currency_code: currencyOf(row),
    names: await namesIn(trx, { sources, accounts }, actor, entity, changes),
  }
}

/** Amounts of a merchant itself are of its base currency; `currency_code` is that of its turnover. */
function currencyOf({ base_currency, currency_code }: AnyRow): string | null {
  const own = base_currency ?? currency_code
  return typeof own === 'string' ? own : null
}

type Told = Omit<ItemChange, 'actor_id'>

/** Where the provider's staff sit is not for the merchant to know: a merchant sees the addresses of its own users and keys. */
const isOfMerchant = ({ actor_kind }: Told): boolean => actor_kind === 'api_key' || actor_kind === 'user'

function shown({ fields, ip, ...change }: Told, item: string, hasAddress: boolean): Change {
  return {
    ...change,
    ip: hasAddress ? ip : null,
    fields: fields
      .filter((field) => !isNamedBeside(field, fields))
      .filter((field) => change.part === null || saysMore(field, item))
      .map(({ field, before, after, isSecret }) => ({
        field,
        before,
        after,
        is_secret: isSecret === true,
      })),
  }
}

/** The id of a part, and that of the item that it belongs to, say nothing to a reader. A secret says that it changed. */
const saysMore = ({ field, before, after, isSecret }: FieldChange, item: string): boolean =>
  isSecret === true || (field !== 'id' && [before, after].some((value) => value !== null && value !== item))

/** The id of whoever did something says nothing more beside the name. */
const isNamedBeside = ({ field }: FieldChange, fields: readonly FieldChange[]): boolean =>
  field.endsWith('_by_id') && fields.some((each) => `${each.field}_id` === field)

/** The present names of the rows that changes refer to, as far as the actor may see them. */
async function namesIn(
  trx: Reader,
  { sources, accounts }: { sources: Sources; accounts: Reader },
  actor: Actor,
  entity: Entity,
  changes: readonly ItemChange[],
): Promise<Record<string, string>> {
  const wanted = new Map<string, Set<string>>()
  for (const { part, fields } of changes) {
    for (const { field, before, after } of fields) {
      const target = targetOf(entity, part, field)
      const ids = [before, after].filter((id) => typeof id === 'string' && isUuid(id))
      if (target === undefined || ids.length === 0) continue
      for (const each of kindsOf(target, sources)) {
        const asked = wanted.get(each) ?? new Set()
        for (const id of ids) asked.add(id as string)
        wanted.set(each, asked)
      }
    }
  }
  const names = numbersOfParts(changes)
  for (const [target, ids] of wanted) {
    const source = sources[target]
    if (!source) continue
    const reader = target === people ? accounts : trx
    const found = await rowsById({ ...source, rows: source.related ?? source.rows }, reader, actor, [...ids])
    for (const row of found) names[row.id] = nameOf(row) ?? row.id
  }
  return names
}

/** The entity of the people of merchants, whom the roles of merchants read by no statement. */
const people = 'user'

/** The entity that a column refers to. Of columns that are no field of the item, those of users alone have a name that says it. */
function targetOf({ fields }: Entity, part: string | null, field: string): string | undefined {
  const column = field.replace(/_id$/, '')
  if (part !== null) return column
  return fields[field] ? fields[field].entity : column === people ? column : undefined
}

/** The entity of a name; of a name that is none, such as that of a scheme, all entities that are kinds of it. */
const kindsOf = (name: string, sources: Sources): string[] =>
  name in sources ? [name] : Object.keys(sources).filter((each) => each.endsWith(`_${name}`))

/** Parts that are numbered, such as the versions of a scheme, are called by their number. */
function numbersOfParts(changes: readonly ItemChange[]): Record<string, string> {
  const numbered = changes.flatMap(({ part, fields }) => {
    const afterOf = (name: string) => fields.find(({ field }) => field === name)?.after
    const [id, number] = [afterOf('id'), afterOf('number')]
    return part !== null && typeof id === 'string' && number ? [[id, String(number)] as const] : []
  })
  return Object.fromEntries(numbered)
}

const nameOf = (row: AnyRow): string | undefined =>
  [row['name'], row['display_name'], row['text'], row['merchant_reference']].find(
    (name): name is string => typeof name === 'string' && name !== '',
  )
