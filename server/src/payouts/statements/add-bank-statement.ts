import { createHash } from 'node:crypto'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { addBankStatementEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Warning } from '../../bank-accounts/alarms/warn-of-account.ts'
import { fingerprintOf } from '../../bank-accounts/sealed-iban.ts'
import { holdLedger } from '../../ledger/ledger-day.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { bookSweeps } from '../client-money/book-sweeps.ts'
import { matchAll, matchable, openEntries } from '../entries/match-processors.ts'
import { ordersInTurn } from '../orders/locked-payment-order.ts'
import { type Entry, type Matched, matchEntries } from './match-entries.ts'
import { readStatements, type StatementRead, UnreadableStatement } from './read-statements.ts'

/**
 * Adds the statements of a file of the bank, all or none, and books what they say of payouts, sweeps and processors. The same file,
 * statement or entry counts once. A statement begins with the balance at which the last one ended.
 */
export async function addBankStatement(
  trx: Trx,
  actor: Actor,
  id: string,
  content: Buffer,
  now: Date,
  warning: Warning,
): Promise<ReplyOf<typeof addBankStatementEndpoint>> {
  const statements = readFile(content)
  await ordersInTurn(trx)
  // It books entry by entry, and whoever posts moves the same sums in another order.
  await holdLedger(trx)
  const account = await trx.selectFrom('provider_bank_account').selectAll().where('id', '=', id).executeTakeFirst()
  if (!account) throw new Refusal('not_found')
  for (const { iban, currency_code } of statements)
    if (
      !fingerprintOf(warning.masterKey, iban).equals(account.iban_fingerprint) ||
      currency_code !== account.currency_code
    )
      throw new Refusal('statement_other_account')
  const sha256 = createHash('sha256').update(content).digest('hex')
  await refuseKnown(trx, id, sha256, statements)
  const entries: Entry[] = []
  const seen = new Map<string, number>()
  for (const statement of statements)
    entries.push(...(await addStatement(trx, actor, { account: id, statement, sha256, now, seen })))
  const { paid, returned, states } = await matchEntries(trx, account, entries, warning)
  const unmatched = await insertEntries(trx, { account: id, masterKey: warning.masterKey, now }, entries, states)
  const swept = await bookSweeps(trx, id)
  const received = await matchAll(trx, await matchable(trx, await openEntries(trx, unmatched)), now)
  return {
    ...{ statements: statements.length, paid, returned, received, swept },
    unmatched: await countUnmatched(trx, unmatched),
  }
}

/** Sweeps of entries of statements before count as swept as well, and not here. */
async function countUnmatched(trx: Trx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_entry where id = any(${ids}::uuid[]) and state = 'UNMATCHED'`.execute(trx)
  return rows[0]?.count ?? 0
}

function readFile(content: Buffer): StatementRead[] {
  try {
    return readStatements(content)
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    const { problem, line } = error
    throw new Refusal('statement_unreadable', { problem, ...(line !== undefined && { line }) })
  }
}

async function refuseKnown(trx: Trx, account: string, sha256: string, statements: readonly StatementRead[]) {
  const names = statements.map(({ id }) => id)
  if (new Set(names).size < names.length) throw new Refusal('file_known')
  const known = await trx
    .selectFrom('bank_statement')
    .select('statement_id')
    .where('provider_bank_account_id', '=', account)
    .where((where) => where.or([where('sha256', '=', sha256), where('statement_id', 'in', names)]))
    .executeTakeFirst()
  if (known) throw new Refusal('file_known', { known_as: known.statement_id })
}

interface Adding {
  account: string
  statement: StatementRead
  sha256: string
  now: Date
  /** How often the same entry was in this file. */
  seen: Map<string, number>
}

async function addStatement(
  trx: Trx,
  actor: Actor,
  { account, statement, sha256, now, seen }: Adding,
): Promise<Entry[]> {
  const last = await trx
    .selectFrom('bank_statement')
    .select(['number', sql<string>`closing::text`.as('closing')])
    .where('provider_bank_account_id', '=', account)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (last && BigInt(last.closing) !== statement.opening)
    throw new Refusal('statement_gap', {
      ...{ closing: last.closing, opening: String(statement.opening), currency_code: statement.currency_code },
    })
  const { id, created_at } = newId(now)
  await trx
    .insertInto('bank_statement')
    .values({
      ...{ id, created_at, provider_bank_account_id: account, number: (last?.number ?? 0) + 1 },
      ...{
        statement_id: statement.id,
        currency_code: statement.currency_code,
        sha256,
        count: statement.entries.length,
      },
      ...{ opening: whole(statement.opening), closing: whole(statement.closing) },
      ...{ opening_on: statement.opening_on, closing_on: statement.closing_on },
      ...{ created_by: actor.name ?? '', created_by_id: actor.id },
    })
    .execute()
  return statement.entries.map((entry, place) => ({
    ...entry,
    ...{ statement: id, number: place + 1, fingerprint: fingerprint(entry, seen) },
  }))
}

/** Two entries of one file may be equal in all that the bank says; each of them counts. */
function fingerprint(entry: StatementRead['entries'][number], seen: Map<string, number>): string {
  const { bank_reference, booked_on, amount, end_to_end, remittance, counterparty } = entry
  const said = JSON.stringify([bank_reference, booked_on, String(amount), end_to_end, remittance, counterparty])
  const place = seen.get(said) ?? 0
  seen.set(said, place + 1)
  return createHash('sha256').update(`${said}${place}`).digest('hex')
}

interface Inserting {
  account: string
  masterKey: string
  now: Date
}

/** Gives the ids of those that are unmatched, in their order. */
async function insertEntries(
  trx: Trx,
  { account, masterKey, now }: Inserting,
  entries: readonly Entry[],
  states: Matched['states'],
): Promise<string[]> {
  const rows = entries.map(({ counterparty_iban: iban, ...entry }, place) => {
    const { id, created_at } = newId(now)
    return {
      ...{
        ...entry,
        id,
        created_at,
        amount: String(entry.amount),
        state: 'UNMATCHED',
        payout_of: null,
        payout_id: null,
      },
      ...{ other: iban === null ? null : fingerprintOf(masterKey, iban).toString('hex') },
      // The map has the entries themselves.
      ...states.get(entries[place] as Entry),
    }
  })
  const { rows: added } = await sql<{ one: number }>`
    insert into bank_entry (id, created_at, statement_id, number, provider_bank_account_id, fingerprint, amount, booked_on,
      bank_reference, end_to_end, return_reason, counterparty, counterparty_fingerprint, remittance, state, payout_of, payout_id)
    select id, created_at, statement, number, ${account}, decode(fingerprint, 'hex'), amount, booked_on, bank_reference, end_to_end,
      return_reason, counterparty, decode(other, 'hex'), remittance, state, payout_of, payout_id
    from json_to_recordset(${JSON.stringify(rows)}) as x(id uuid, created_at timestamptz, statement uuid, number int, fingerprint text,
      amount bigint, booked_on date, bank_reference text, end_to_end text, return_reason text, counterparty text, other text,
      remittance text, state text, payout_of uuid, payout_id uuid)
    on conflict (provider_bank_account_id, fingerprint) do nothing returning 1 as one`.execute(trx)
  // Under another name, in another statement: what it says is booked already.
  if (added.length < entries.length) throw new Refusal('file_known')
  return rows.filter(({ state }) => state === 'UNMATCHED').map(({ id }) => id)
}

const whole = (amount: bigint) => sql<number>`${String(amount)}::bigint`
