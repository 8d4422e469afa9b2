import { plusDays } from '@kontor/contract/dates'
import { waitingDays } from '@kontor/contract/reconciliation/reconciliation.rules'
import { sql } from 'kysely'
import { closedThrough } from '../ledger/ledger-day.ts'
import { engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, type Trx } from '../platform/db/database.ts'
import { inTurn } from '../platform/db/locked.ts'
import { type Decision, decideOther, decideOurs } from './decide-line.ts'
import { externalPairs, fuzzyPairs, type MatchedFile, namedPairs, otherLines, type Pair, withOurs } from './lines.ts'
import { writeDecisions } from './write-decisions.ts'

/** Lines of one step. */
const linesTogether = 1_000

/** One at a time of a merchant: two files may have a line of the same payment. */
export const inTurnOfMerchant = (trx: Trx, merchant: string) => inTurn(trx, `reconciliation.${merchant}`)

/**
 * Decides the lines of a file that was read: first those that name what they are of, then those with the gateway's id, then those that
 * only the merchant's reference tells, and the rest. Each step is a database transaction of its own, with what it books, so that it
 * may be ended anywhere and run again, also by two at once.
 */
export async function matchFile(
  databases: Databases,
  file: { merchant_id: string; id: string },
  now: Date,
  together = linesTogether,
): Promise<void> {
  const within = <T>(work: (trx: Trx, locked: MatchedFile) => Promise<T>): Promise<T | undefined> =>
    inTransaction(
      databases,
      engineActor(file.merchant_id, 'system'),
      async (trx) => {
        const locked = await lockFile(trx, file)
        return locked && work(trx, locked)
      },
      { as: 'provider' },
    )
  await eachStep(async (after) =>
    within(async (trx, locked) => {
      const pairs = await namedPairs(trx, locked, after, together)
      await decidePairs(trx, locked, pairs, 'EXACT', now)
      return pairs.at(-1)?.line
    }),
  )
  await eachStep(async (after) =>
    within(async (trx, locked) => {
      const { pairs, last } = await externalPairs(trx, locked, after, together)
      await decidePairs(trx, locked, pairs, 'EXACT', now)
      return last
    }),
  )
  await within(async (trx, locked) => decidePairs(trx, locked, await fuzzyPairs(trx, locked), 'FUZZY', now))
  await eachStep(async (after) =>
    within(async (trx, locked) => {
      const lines = await otherLines(trx, locked, after, together)
      const waits = ((await closedThrough(trx)) ?? '') < locked.waits_until
      const ready = lines.filter(
        ({ transaction_id, problem, is_before }) => !waits || is_before || transaction_id === null || problem !== null,
      )
      await writeDecisions(trx, locked, ready.map(decideOther), now)
      return lines.at(-1)?.line
    }),
  )
  await within((trx, locked) => noteDecided(trx, locked, now))
}

/** Goes on after the last line of the step before, until there is none. */
async function eachStep(step: (after: number) => Promise<number | undefined>): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) after = await step(after)
}

/** Keeps the file as it is. Undefined: it is being read once more, or the ledger is not open. */
async function lockFile(
  trx: Trx,
  { merchant_id, id }: { merchant_id: string; id: string },
): Promise<MatchedFile | undefined> {
  const through = await closedThrough(trx)
  if (through === undefined) return undefined
  await inTurnOfMerchant(trx, merchant_id)
  const { rows } = await sql<{ processor_settlement_id: string; waits_until: string }>`
    update processor_settlement_file set waits_until = coalesce(waits_until, ${plusDays(through, waitingDays)}::date)
    where merchant_id = ${merchant_id} and id = ${id} and status = 'READ'
    returning processor_settlement_id, waits_until`.execute(trx)
  const [found] = rows
  return found && matchedFile(trx, { merchant_id, id, ...found })
}

export async function matchedFile(
  trx: Trx,
  file: Pick<MatchedFile, 'merchant_id' | 'id' | 'processor_settlement_id' | 'waits_until'>,
): Promise<MatchedFile> {
  return {
    ...file,
    processors: await processorsOf(trx, file),
    book_id: await defaultBook(trx, file.merchant_id),
  }
}

async function defaultBook(trx: Trx, merchant: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select book_of(${merchant}, null) as id`.execute(trx)
  const [found] = rows
  if (!found) throw new Error('a statement without a row')
  return found.id
}

/** The processors of the account of a settlement. One whose account the gateway has not named yet may be of it. */
export async function processorsOf(
  trx: Trx,
  { merchant_id, processor_settlement_id }: { merchant_id: string; processor_settlement_id: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from processor_settlement s
    join processor p on p.merchant_id = s.merchant_id and p.gateway = s.gateway and p.mode = s.mode
      and (p.account = s.account or p.account is null or s.account is null) and p.url is not distinct from s.url
    where s.merchant_id = ${merchant_id} and s.id = ${processor_settlement_id}
    order by p.account is null, p.id`.execute(trx)
  return rows.map(({ id }) => id)
}

async function decidePairs(
  trx: Trx,
  file: MatchedFile,
  pairs: readonly Pair[],
  matched: 'EXACT' | 'FUZZY',
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return
  const taken = new Set<string>()
  const decided = new Set<number>()
  const decisions: Decision[] = []
  for (const { line, ours } of await withOurs(trx, file, pairs)) {
    if (decided.has(line.line)) continue
    decided.add(line.line)
    const key = `${ours.subject_id} ${line.kind}`
    decisions.push(decideOurs(line, { ...ours, is_taken: ours.is_taken || taken.has(key) }, matched))
    taken.add(key)
  }
  await writeDecisions(trx, file, decisions, now)
}

/** Every line is decided. Lines that wait keep the file open. */
const noteDecided = (trx: Trx, { merchant_id, id }: MatchedFile, now: Date) =>
  sql`
    update processor_settlement_file f set reconciled_at = ${now.toISOString()}
    where f.merchant_id = ${merchant_id} and f.id = ${id} and not exists (
      select from processor_settlement_line l where l.merchant_id = f.merchant_id and l.file_id = f.id and not exists (
        select from reconciled_line r where r.merchant_id = l.merchant_id and r.file_id = l.file_id and r.line = l.line))`.execute(
    trx,
  )
