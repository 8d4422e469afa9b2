import type { ReplyOf } from '@kontor/contract/endpoint'
import type { EntryState } from '@kontor/contract/payouts/entries/bank-entry.rules'
import type { listBankEntriesEndpoint, listBankStatementsEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Exact } from '../../platform/sums.ts'

const mostShown = 200

/** The statements of an account of the provider, and what ledger and bank have on it. */
export async function listBankStatements(
  db: Reader,
  id: string,
): Promise<Exact<ReplyOf<typeof listBankStatementsEndpoint>>> {
  const { rows: balances } = await sql<{ currency_code: string; ledger: string }>`
    select a.currency_code, coalesce((select sum(b.debit - b.credit) from ledger_balance b where b.sub_id = a.id
      and b.code in (10, 12)), 0)::text as ledger
    from provider_bank_account a where a.id = ${id}`.execute(db)
  const [account] = balances
  if (!account) throw new Refusal('not_found')
  const statements = await db
    .selectFrom('bank_statement')
    .select([
      'id',
      'number',
      'statement_id',
      'opening_on',
      'closing_on',
      'count as entries',
      'created_at',
      'created_by',
    ])
    .select([sql<string>`opening::text`.as('opening'), sql<string>`closing::text`.as('closing')])
    .select(
      sql<number>`(select count(*) from bank_entry e where e.statement_id = bank_statement.id
        and e.state = 'UNMATCHED')::int`.as('unmatched'),
    )
    .where('provider_bank_account_id', '=', id)
    .orderBy('number', 'desc')
    .limit(mostShown)
    .execute()
  const [last] = statements
  return {
    ...{ currency_code: account.currency_code, ledger: BigInt(account.ledger) },
    statement: last ? BigInt(last.closing) : null,
    statements: statements.map((row) => ({ ...row, opening: BigInt(row.opening), closing: BigInt(row.closing) })),
  }
}

export async function listBankEntries(
  db: Reader,
  account: string,
  statement: string,
): Promise<ReplyOf<typeof listBankEntriesEndpoint>> {
  const found = await db
    .selectFrom('bank_statement')
    .select('id')
    .where('id', '=', statement)
    .where('provider_bank_account_id', '=', account)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const rows = await db
    .selectFrom('bank_entry')
    .select(['id', 'number', 'booked_on', 'amount', 'state', 'payout_id as settlement', 'end_to_end', 'bank_reference'])
    .select(['return_reason', 'counterparty', 'remittance'])
    .where('statement_id', '=', statement)
    .orderBy('number')
    .execute()
  // A CHECK constraint allows only these words.
  return rows.map(({ state, ...row }) => ({ ...row, state: state as EntryState }))
}
