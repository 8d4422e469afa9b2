import { createCustomerSchemas } from '@kontor/contract/customers/customer.schemas'
import { sql } from 'kysely'
import type { z } from 'zod'
import { customerColumns } from '../../customers/customer-columns.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Batch, type Fault, type ImportHouse, type ImportKind, readRows, type Told } from '../batch.ts'
import { formReader } from '../file/form-reader.ts'
import { inParts } from '../in-parts.ts'
import type { StoredImport } from '../stored-import.ts'
import { revertCustomers } from './revert-customers.ts'

// The checks of the form and of the API, but for the mail address, which not every file has.
const schema = createCustomerSchemas.body
  .omit({ organisation: true })
  .partial({ email_address: true })
  .required({ reference: true })
type Given = z.output<typeof schema>

/** Customers by the merchant's own number. One that is there already stays as it is. */
export const customerImport: ImportKind = {
  size: 1000,
  batches: async (house, of, { readers }) => {
    const read = formReader<Given>(schema, readers, { main: 'reference', without: 'reference_missing', asWritten })
    return { batchOf: (records) => batchOf(house, of, readRows(records, read)) }
  },
  revert: revertCustomers,
}

/** Words of files that differ from ours by their case alone. */
function asWritten(target: string, value: string): string {
  if (target === 'country_code') return value.toUpperCase()
  return target === 'gender' ? value.toLowerCase() : value
}

type Numbered = { line: number; row: Given }

function batchOf(house: ImportHouse, of: StoredImport, read: { rows: Numbered[]; faults: Fault[] }): Batch {
  const { rows, twice } = withoutTwice(read.rows)
  const faults = [...read.faults, ...twice]
  return {
    async look(db) {
      const known = await knownOf(db, of, rows)
      return told({ added: rows.length - known.size, known: known.size, faults })
    },
    async write(trx) {
      const { done, refused } = await inParts(trx, rows, (part) => insertCustomers(trx, house, of, part))
      const made = done.flat()
      const added = new Set(made.map(({ line }) => line))
      const others = rows.filter((row) => !added.has(row.line) && !refused.includes(row))
      const again = await madeHere(trx, of, others)
      return told({
        added: made.length,
        known: others.length - again.length,
        faults: [...faults, ...again, ...refused.map(({ line }): Fault => ({ line, code: 'refused_by_database' }))],
        made,
      })
    },
  }
}

const told = (result: Omit<Told, 'made'> & Partial<Told>): Told => ({ made: [], ...result })

/** Of rows with the same reference the first counts: which of two customers is meant cannot be guessed. */
function withoutTwice(rows: readonly Numbered[]): { rows: Numbered[]; twice: Fault[] } {
  const seen = new Set<unknown>()
  const first: Numbered[] = []
  const twice: Fault[] = []
  for (const each of rows) {
    if (seen.has(each.row.reference)) twice.push({ line: each.line, ...isTwice })
    else first.push(each)
    seen.add(each.row.reference)
  }
  return { rows: first, twice }
}

const isTwice = { code: 'reference_twice', target: 'reference' } as const

async function knownOf(db: Reader, { merchant_id }: StoredImport, rows: readonly Numbered[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const found = await db
    .selectFrom('customer')
    .select('reference')
    .where('merchant_id', '=', merchant_id)
    .where(sql<boolean>`reference = any(${rows.map(({ row }) => row.reference)}::text[])`)
    .execute()
  return new Set(found.flatMap(({ reference }) => reference ?? []))
}

/** The rows whose customer an earlier row of the same file has made. */
async function madeHere(trx: Trx, of: StoredImport, rows: readonly Numbered[]): Promise<Fault[]> {
  if (rows.length === 0) return []
  const { rows: found } = await sql<{ reference: string }>`
    select c.reference from customer c join import_made m on m.merchant_id = c.merchant_id and m.made_id = c.id
    where c.merchant_id = ${of.merchant_id} and m.import_id = ${of.id}
      and c.reference = any(${rows.map(({ row }) => row.reference)}::text[])`.execute(trx)
  const made = new Set(found.map(({ reference }) => reference))
  return rows.flatMap(({ line, row }) => (made.has(String(row.reference)) ? [{ line, ...isTwice }] : []))
}

/** Inserts customers whose reference is free, and tells which. */
async function insertCustomers(
  trx: Trx,
  { masterKey, now }: ImportHouse,
  of: StoredImport,
  rows: readonly Numbered[],
): Promise<Told['made']> {
  const customers = rows.map(({ line, row }) => {
    const { id, created_at } = newId(now)
    const columns = customerColumns(masterKey, of.merchant_id, id, row)
    // Bytes travel as text in JSON.
    const given = Object.entries(columns).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ])
    return { ...Object.fromEntries(given), line, id, created_at }
  })
  const { rows: made } = await sql<{ id: string; reference: string }>`
    insert into customer (merchant_id, organisation_id, id, created_at, ${sql.raw(columnNames)})
    select ${of.merchant_id}, ${of.organisation_id}, id, created_at, ${sql.raw(columnNames)}
    from json_to_recordset(${JSON.stringify(customers)}) as x(id uuid, created_at timestamptz, ${sql.raw(columnTypes)})
    -- One order for all imports, so that two at once cannot deadlock on the same customers.
    order by reference collate "C"
    on conflict (merchant_id, reference) where reference is not null do nothing
    returning id, reference`.execute(trx)
  await recordCreated(trx, of, made)
  const lines = new Map(rows.map(({ line, row }) => [row.reference, line]))
  return made.map(({ id, reference }) => ({ id, line: lines.get(reference) ?? 0 }))
}

const sealed = ['date_of_birth', 'social_security_number']
const plain = [
  ...['reference', 'email_address', 'title', 'initials', 'first_name', 'last_name', 'gender', 'street_address'],
  ...['house_number', 'house_number_suffix', 'postal_code', 'city', 'region', 'country_code', 'phone_number'],
  'fax_number',
]
const columnNames = [...plain, ...sealed].join(', ')
const columnTypes = [...plain.map((name) => `${name} text`), ...sealed.map((name) => `${name} bytea`)].join(', ')

const recordCreated = (trx: Trx, of: StoredImport, made: readonly { id: string }[]) =>
  sql`
    insert into customer_event (merchant_id, customer_id, kind, actor_kind, actor_id, actor_name)
    select ${of.merchant_id}, id, 'created', 'user', ${of.created_by_id}, ${of.created_by}
    from unnest(${made.map(({ id }) => id)}::uuid[]) as made(id)`.execute(trx)
