import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { inParts } from '../in-parts.ts'
import { deterministicId } from './deterministic-id.ts'
import type { ImportRow } from './import-row.ts'
import type { ImportTargetShop } from './import-target.ts'

export interface Written {
  added: number
  /** Rows that the database refused for an unforeseen reason. */
  refused: ImportRow[]
}

/** Writes missing rows. A row that the database refuses never takes others with it. */
export async function writeRows(
  trx: Trx,
  shop: ImportTargetShop,
  fileName: string,
  rows: readonly ImportRow[],
): Promise<Written> {
  const { done, refused } = await inParts(trx, rows, (part) => insertAll(trx, shop, fileName, part))
  return { added: done.reduce((sum, added) => sum + added, 0), refused }
}

async function insertAll(
  trx: Trx,
  shop: ImportTargetShop,
  fileName: string,
  rows: readonly ImportRow[],
): Promise<number> {
  // Only the final state of these payments is known, so the trigger writes that one event.
  const actor = JSON.stringify({ kind: 'import', name: fileName })
  await sql`select set_config('kontor.actor', ${actor}, true), set_config('kontor.merchant', ${shop.merchant_id}, true)`.execute(
    trx,
  )
  // The plans of foreign key checks were made for smaller tables, and are ten times slower once the tables are full.
  await sql`discard plans`.execute(trx)
  await insertCustomers(trx, shop, rows)
  return insertTransactions(trx, shop, rows)
}

async function insertCustomers(trx: Trx, shop: ImportTargetShop, rows: readonly ImportRow[]): Promise<void> {
  const first = new Map<string, ImportRow>()
  for (const row of rows) {
    const known = row.customer === null ? row : first.get(row.customer)
    if (row.customer !== null && (!known || row.created_at < known.created_at)) first.set(row.customer, row)
  }
  if (first.size === 0) return
  const customers = [...first].map(([reference, row]) => ({
    ...row,
    reference,
    id: deterministicId(Date.parse(row.created_at), [shop.merchant_id, 'customer', reference]),
  }))
  await sql`
    insert into customer (merchant_id, id, organisation_id, reference, email_address, first_name, last_name, city, postal_code,
      country_code, phone_number, created_at)
    select ${shop.merchant_id}, id, ${shop.organisation_id}, reference, email, first_name, last_name, city, postal_code,
      country_code, phone, created_at
    from json_to_recordset(${JSON.stringify(customers)}) as x(id uuid, reference text, email text, first_name text,
      last_name text, city text, postal_code text, country_code text, phone text, created_at timestamptz)
    -- One order for all imports, so that two at once cannot deadlock on the same customers.
    order by reference collate "C"
    on conflict (merchant_id, reference) where reference is not null do nothing`.execute(trx)
}

async function insertTransactions(trx: Trx, shop: ImportTargetShop, rows: readonly ImportRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    with added as (
      insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, customer_id,
        amount, captured_amount, currency_code, status, merchant_reference, payment_product, country_code,
        processor_id_external)
      select ${shop.merchant_id}, x.created_at, x.id, ${shop.organisation_id}, ${shop.payment_profile_id}, x.processor_id, c.id,
        x.amount, x.amount, ${shop.currency_code}, 'SETTLEMENT_COMPLETED', x.reference, x.payment_product, x.country_code,
        'prior_' || x.id
      from json_to_recordset(${JSON.stringify(rows)}) as x(id uuid, former_id uuid, created_at timestamptz, amount bigint, reference text,
        payment_product text, processor_id uuid, country_code text, customer text)
      left join customer c on c.merchant_id = ${shop.merchant_id} and c.reference = x.customer
      where not exists (select from transaction t
        where t.merchant_id = ${shop.merchant_id} and t.created_at = x.created_at and t.id = x.former_id)
      order by x.created_at, x.id
      on conflict (merchant_id, created_at, id) do nothing
      returning *),
    attempted as (
      insert into payment_attempt (merchant_id, transaction_created_at, transaction_id, id, attempt, processor_id, state,
        began_at, ended_at)
      select merchant_id, created_at, id, id, 1, processor_id, 'APPROVED', created_at, created_at
      from added where processor_id is not null)
    insert into statistics_delta (merchant_id, entity, organisation_id, created_at, status, visited, payment_product,
      payment_product_type, country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, n, amount)
    select merchant_id, 'transaction', organisation_id, created_at, status, visited, payment_product,
      payment_product_type, country_code, payment_profile_id, processor_id, platform, browser, currency_code, customer_id, 1, amount
    from added`.execute(trx)
  return Number(numAffectedRows ?? 0)
}
