import type { ReadBody, ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { seeSapConnectionEndpoint, updateSapConnectionEndpoint } from '@kontor/contract/sap/sap.endpoints'
import type { SapFrequency } from '@kontor/contract/sap/sap.rules'
import { type Selectable, sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'
import type { SapConnection } from '../schema.ts'

// A CHECK constraint allows only the contract's values.
export type StoredConnection = Omit<Selectable<SapConnection>, 'only_one' | 'frequency'> & { frequency: SapFrequency }

/** Undefined: nothing goes to SAP. */
export async function sapConnection(db: Reader): Promise<StoredConnection | undefined> {
  const found = await db
    .selectFrom('sap_connection')
    .select(['company_code', 'chart_of_accounts', 'currency_code', 'document_type', 'frequency', 'since'])
    .executeTakeFirst()
  return found as StoredConnection | undefined
}

export async function requireConnection(db: Reader): Promise<StoredConnection> {
  const found = await sapConnection(db)
  if (!found) throw new Refusal('sap_not_connected')
  return found
}

/** Batches are made and sent, and what they depend on is changed, one after the other. */
export const batchesInTurn = (trx: Trx) => inTurn(trx, 'sap batches')

/** The last business day that is in a batch. */
export async function coveredThrough(db: Reader): Promise<string | null> {
  const { covered } = await db
    .selectFrom('sap_batch')
    .select(sql<string | null>`max(upper(covers) - 1)::text`.as('covered'))
    .executeTakeFirstOrThrow()
  return covered
}

export async function seeSapConnection(db: Reader): Promise<ReplyOf<typeof seeSapConnectionEndpoint>> {
  return {
    connection: (await sapConnection(db)) ?? null,
    closed_through: (await closedThrough(db)) ?? null,
    covered_through: await coveredThrough(db),
  }
}

/** Counts for the batches that are made or sent from now on. */
export async function updateSapConnection(
  trx: Trx,
  given: ReadBody<typeof updateSapConnectionEndpoint>,
): Promise<void> {
  await batchesInTurn(trx)
  const before = await sapConnection(trx)
  // Days before the first batch would never be in one, or be in two.
  if (before && before.since !== given.since && (await coveredThrough(trx)) !== null)
    throw new Refusal('sap_since_kept', { 'body.since': 'kept' })
  await trx
    .insertInto('sap_connection')
    .values(given)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(given))
    .execute()
}
