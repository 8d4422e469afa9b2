import pg from 'pg'
import { newId } from '../../src/platform/db/ids.ts'
import type { TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'

export type Values = Record<string, unknown>
export type Who = 'owner' | 'merchant' | 'provider'

export const everyone = ['owner', 'merchant', 'provider'] as const
export const application = ['merchant', 'provider'] as const
/** The code of a missing privilege; row-level security refuses with the same code. */
export const denied = '42501'
export const check = (name: string) => `23514 ${name}`

/**
 * Runs statements as the owner of the tables and as the application's roles, to test which ones the database refuses.
 */
export interface Attempts {
  /** Runs a statement as the owner, and keeps its effect. */
  rows(statement: string, values?: unknown[]): Promise<Values[]>
  /** The first column of `rows`. */
  column(statement: string, values?: unknown[]): Promise<unknown[]>
  /** The result of a statement: the number of rows, or code and constraint of its refusal. It is rolled back. */
  attempt(who: Who, statement: string, values?: unknown[], merchant?: string): Promise<string>
  insert(who: Who, table: string, values: Values): Promise<string>
  close(): Promise<void>
}

/** The merchant's role acts for `merchant` by default. */
export async function openAttempts({ database }: TestApp, merchant: string): Promise<Attempts> {
  const clients: Record<Who, pg.Client> = {
    owner: new pg.Client(database.adminUrl),
    merchant: new pg.Client(database.merchantUrl),
    provider: new pg.Client(database.providerUrl),
  }
  for (const client of Object.values(clients)) await client.connect()

  const rows: Attempts['rows'] = async (statement, values) => (await clients.owner.query(statement, values)).rows
  const attempt: Attempts['attempt'] = async (who, statement, values, actingFor = merchant) => {
    const client = clients[who]
    await client.query('begin')
    try {
      await client.query(`select set_config('kontor.merchant', $1, true)`, [actingFor])
      return `${(await client.query(statement, values)).rowCount} rows`
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      return [error.code, error.constraint].filter(Boolean).join(' ')
    } finally {
      await client.query('rollback')
    }
  }
  return {
    rows,
    column: async (statement, values) => (await rows(statement, values)).map((row) => Object.values(row)[0]),
    attempt,
    insert: (who, table, values) => attempt(who, ...insertion(table, values)),
    close: async () => void (await Promise.all(Object.values(clients).map((client) => client.end()))),
  }
}

export const insertion = (table: string, values: Values): [string, unknown[]] => [
  `insert into ${table} (${Object.keys(values).join(', ')}) values (${Object.keys(values).map((_, n) => `$${n + 1}`)})`,
  Object.values(values),
]

/** Rows that no maker would write: some values are meant to be refused. */
export const newTransaction = (shop: MadeMerchant, given: Values = {}): Values => ({
  merchant_id: shop.merchant,
  ...newId(new Date()),
  organisation_id: shop.merchant,
  payment_profile_id: shop.profile,
  processor_id: shop.processor,
  amount: 1000,
  currency_code: 'EUR',
  status: 'INITIATED',
  merchant_reference: 'R-1',
  payment_product: 'card',
  ...given,
})
export const newRefund = (shop: MadeMerchant, of: { id: string; created_at: string }, given: Values = {}): Values => ({
  merchant_id: shop.merchant,
  ...newId(new Date()),
  organisation_id: shop.merchant,
  transaction_created_at: of.created_at,
  transaction_id: of.id,
  processor_id: shop.processor,
  amount: 100,
  status: 'PENDING',
  ...given,
})
export const newChargeback = (
  shop: MadeMerchant,
  of: { id: string; created_at: string },
  given: Values = {},
): Values => ({
  ...newRefund(shop, of),
  status: 'OPEN',
  processor_id_external: `cb-${of.id}`,
  ...given,
})
