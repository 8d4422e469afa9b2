import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { getSapConnectionEndpoint } from '@kontor/contract/sap/sap.endpoints'
import type { SapFrequency } from '@kontor/contract/sap/sap.rules'
import { type Selectable, sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'
import type { SapConnection } from '../schema.ts'

// A CHECK constraint allows only the contract's values.
type StoredConnection = Omit<Selectable<SapConnection>, 'only_one' | 'frequency'> & { frequency: SapFrequency }

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

export async function getSapConnection(db: Reader): Promise<ReplyOf<typeof getSapConnectionEndpoint>> {
  return {
    connection: (await sapConnection(db)) ?? null,
    closed_through: (await closedThrough(db)) ?? null,
    covered_through: await coveredThrough(db),
  }
}
