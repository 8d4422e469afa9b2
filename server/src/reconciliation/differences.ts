import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import type { listDifferencesEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import type { Difference } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { seenProcessorSettlement } from '../processors/settlements/seen-processor-settlement.ts'
import { ageOfDifference, isOfCurrency } from './ageing.ts'
import { processorsOf } from './match-file.ts'

type Differences = ReplyOf<typeof listDifferencesEndpoint>

/** A page of the differences of a processor settlement, newest first, and what is not explained of its account. */
export async function listDifferences(
  trx: Trx,
  actor: Actor,
  id: string,
  { _limit, _skip, status, type, file, age, currency_code }: ReadQuery<typeof listDifferencesEndpoint>,
): Promise<Differences> {
  const { merchant_id } = await seenProcessorSettlement(trx, actor, id)
  const all = trx
    .selectFrom('reconciliation_difference as d')
    .where('d.merchant_id', '=', merchant_id)
    .where('d.processor_settlement_id', '=', id)
  let asked = all
  if (status) asked = asked.where('d.status', '=', status)
  if (type) asked = asked.where('d.type', '=', type)
  if (file) asked = asked.where('d.file_id', '=', file)
  if (age) asked = asked.where(sql<boolean>`${ageOfDifference} = ${age}`)
  if (currency_code) asked = asked.where(isOfCurrency(currency_code))
  const { count } = await asked.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const page = asked.select('d.id').orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(_limit).offset(_skip)
  const differences = await shown(trx, merchant_id, actor, await page.execute())
  const open = await all
    .where('d.status', '=', 'OPEN')
    .select(['d.type', sql<number>`count(*)::int`.as('count')])
    .groupBy('d.type')
    .orderBy('d.type')
    .execute()
  // CHECKs allow the contract's words only.
  return { count, differences, open: open as Differences['open'], account: await unexplained(trx, merchant_id, id) }
}

/** One difference, as the list has it. */
export async function requireDifference(
  trx: Trx,
  actor: Actor,
  id: string,
  { difference }: { difference: string },
): Promise<Difference> {
  const { merchant_id } = await seenProcessorSettlement(trx, actor, id)
  const [found] = await shown(trx, merchant_id, actor, [{ id: difference }])
  if (!found) throw new Error('a difference that went away')
  return found
}

async function shown(
  db: Reader,
  merchant_id: string,
  actor: Actor,
  page: readonly { id: string }[],
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select d.id, d.created_at, d.type, d.status, d.file_id as file, f.name as file_name,
      case when d.line > 0 then d.line end as line, d.line_kind, l.reference,
      d.transaction_id as transaction, d.subject_id as subject, d.said, d.currency_code, d.expected, d.expected_currency_code,
      d.booked_on, d.needs_another, d.reason, d.resolved_by, d.proposed_by,
      coalesce(d.proposed_by_id = ${actor.id}::uuid, false) as proposed_by_me
    from unnest(${page.map(({ id }) => id)}::uuid[]) with ordinality as p(id, place)
      join reconciliation_difference d on d.merchant_id = ${merchant_id} and d.id = p.id
      left join processor_settlement_file f on f.merchant_id = d.merchant_id and f.id = d.file_id
      left join processor_settlement_line l on l.merchant_id = d.merchant_id and l.file_id = d.file_id and l.line = d.line
    order by p.place`.execute(db)
  return rows
}

/** Account 21 of the processors of the account. */
async function unexplained(trx: Trx, merchant_id: string, id: string): Promise<Differences['account']> {
  const processors = await processorsOf(trx, { merchant_id, processor_settlement_id: id })
  const { rows } = await sql<Differences['account'][number]>`
    select currency_code, sum(debit - credit)::text as balance from ledger_balance
    where merchant_id = ${merchant_id} and code = 21 and sub_id = any(${processors.length > 0 ? processors : [houseBook]}::uuid[])
    group by 1 having sum(debit - credit) <> 0 order by 1`.execute(trx)
  return rows
}
