import type pg from 'pg'
import { headBytes, isWrappedBy, rewrapped } from '../platform/secrets/sealed.ts'
import type { SealedColumn } from './sealed-columns.ts'

/** How many values a key sealed. */
export interface Counts {
  /** By the master key. */
  sealed: number
  /** By the other one. */
  other: number
  /** Opened by neither. */
  lost: number
}

export interface Keys {
  masterKey: string
  other?: string | undefined
}

const usually = 200
const large = 10

interface Key {
  name: string
  type: string
}

interface Row {
  /** The values of the primary key, as text. */
  key: string[]
  merchant: string
  records: string[]
  head: Buffer
}

/** The rows of a column, in the order of their primary key, portion by portion. */
export async function* sealedRows(
  client: pg.ClientBase,
  column: SealedColumn,
  after?: string[],
): AsyncGenerator<{ rows: Row[]; keys: Key[] }> {
  const keys = await primaryKey(client, column.table)
  const names = keys.map(({ name }) => name).join()
  const atOnce = column.isLarge ? large : usually
  let from = after
  for (;;) {
    const place = keys.map(({ type }, at) => `$${at + 1}::text::${type}`).join()
    const { rows } = await client.query<Row>(
      `select array[${keys.map(({ name }) => `${name}::text`).join()}] as key, ${column.merchant} as merchant,
          array[${column.records.join()}] as records, substr(${column.column}, 1, ${headBytes}) as head
        from ${column.table} where ${column.column} is not null ${from ? `and (${names}) > (${place})` : ''}
        order by ${names} limit ${atOnce}`,
      from ?? [],
    )
    if (rows.length === 0) return
    yield { rows, keys }
    from = rows.at(-1)?.key
  }
}

/** Which key sealed each of these rows. */
export function countsOf(rows: readonly Row[], { masterKey, other }: Keys): Counts {
  const by = (key: string | undefined, row: Row) =>
    key !== undefined && row.records.some((record) => isWrappedBy(key, { merchant: row.merchant, record }, row.head))
  const counts = { sealed: 0, other: 0, lost: 0 }
  for (const row of rows) counts[by(masterKey, row) ? 'sealed' : by(other, row) ? 'other' : 'lost'] += 1
  return counts
}

/**
 * Wraps the keys of those rows that `other` wrapped, by the master key; gives how many. A row that was written meanwhile stays as
 * it is: the next pass finds it.
 */
export async function rewrapRows(
  client: pg.ClientBase,
  column: SealedColumn,
  { rows, keys }: { rows: readonly Row[]; keys: readonly Key[] },
  { masterKey, other }: Required<Keys>,
): Promise<number> {
  const changed = rows.flatMap((row) => {
    const head = rewrappedHead(row, masterKey, other)
    return head ? [{ ...row, next: head }] : []
  })
  if (changed.length === 0) return 0
  const lists = [...keys.map((_, at) => changed.map(({ key }) => key[at])), changed.map(({ head }) => head)]
  const same = keys.map(({ name, type }, at) => `t.${name} = x.k${at}::${type}`).join(' and ')
  const { rowCount } = await client.query(
    `update ${column.table} t set ${column.column} = overlay(t.${column.column} placing x.next from 1 for ${headBytes})
      from unnest(${keys.map((_, at) => `$${at + 1}::text[]`).join()}, $${keys.length + 1}::bytea[], $${keys.length + 2}::bytea[])
        as x(${keys.map((_, at) => `k${at}`).join()}, was, next)
      where ${same} and substr(t.${column.column}, 1, ${headBytes}) = x.was`,
    [...lists, changed.map(({ next }) => next)],
  )
  return rowCount ?? 0
}

function rewrappedHead({ merchant, records, head }: Row, to: string, former: string): Buffer | undefined {
  for (const record of records) {
    const next = rewrapped(to, former, { merchant, record }, head)
    if (next) return next
  }
  return undefined
}

async function primaryKey(client: pg.ClientBase, table: string): Promise<Key[]> {
  const { rows } = await client.query<Key>(
    `select a.attname as name, format_type(a.atttypid, null) as type
      from pg_index i, unnest(i.indkey) with ordinality as k(attnum, place), pg_attribute a
      where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum
      order by k.place`,
    [table],
  )
  return rows
}
