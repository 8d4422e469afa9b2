import type { ReadQuery, ReplyOf } from '@kontor/contract/endpoint'
import type { listSettlementLinesEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import {
  type SettlementFileProblem,
  settlementFileProblems,
} from '@kontor/contract/processors/processor-settlement.rules'
import type { SettlementFile } from '@kontor/contract/processors/processor-settlement.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { seenProcessorSettlement } from './seen-processor-settlement.ts'

const most = 200

/** The newest files of a processor settlement. */
export async function listSettlementFiles(trx: Trx, actor: Actor, id: string): Promise<SettlementFile[]> {
  const { merchant_id } = await seenProcessorSettlement(trx, actor, id)
  const rows = await files(trx, merchant_id)
    .where('processor_settlement_id', '=', id)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map(shown)
}

/** One file, as the list has it. */
export const settlementFile = async (db: Reader, of: { merchant_id: string; id: string }): Promise<SettlementFile> =>
  shown(await files(db, of.merchant_id).where('id', '=', of.id).executeTakeFirstOrThrow())

const files = (db: Reader, merchant_id: string) =>
  db
    .selectFrom('processor_settlement_file')
    .select(['id', 'name', 'received_at', 'uploaded_by', 'status', 'batch', 'period_from', 'period_to', 'lines'])
    .select(['unclear_lines', 'totals', 'failed_line', 'failed_column', 'failed_why', 'reconciled_at', 'closed_at'])
    .select(['closed_by', 'bank_reference'])
    .select(({ selectFrom }) =>
      selectFrom('reconciliation_difference as d')
        .whereRef('d.merchant_id', '=', 'processor_settlement_file.merchant_id')
        .whereRef('d.file_id', '=', 'processor_settlement_file.id')
        .where('d.status', '=', 'OPEN')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('open_differences'),
    )
    .select(
      sql<SettlementFile['received']>`coalesce((select json_agg(json_build_object('currency_code', r.currency_code,
        'amount', r.amount::text, 'received_on', r.received_on, 'bank_entry', r.bank_entry_id) order by r.currency_code, r.received_on)
        from processor_receipt r where r.merchant_id = processor_settlement_file.merchant_id
          and r.file_id = processor_settlement_file.id), '[]')`.as('received'),
    )
    .where('merchant_id', '=', merchant_id)

type Stored = Awaited<ReturnType<ReturnType<typeof files>['execute']>>[number]

const shown = ({ status, totals, failed_why, reconciled_at, closed_at, ...row }: Stored): SettlementFile => {
  const file = { ...row, open_differences: row.open_differences ?? 0 }
  return {
    ...file,
    reconciled: reconciled({ ...file, reconciled_at, closed_at }),
    // CHECKs and our own code write nothing else.
    status: status as SettlementFile['status'],
    totals: totals as SettlementFile['totals'],
    failed_why: failed_why === null ? null : known(failed_why),
  }
}

function reconciled({
  reconciled_at,
  closed_at,
  open_differences,
}: Pick<Stored, 'reconciled_at' | 'closed_at'> & { open_differences: number }): SettlementFile['reconciled'] {
  if (closed_at !== null) return 'CLOSED'
  if (reconciled_at === null) return null
  return open_differences > 0 ? 'DIFFERENCES' : 'MATCHED'
}

/** A problem of an earlier version is still one. */
const known = (stored: string): SettlementFileProblem =>
  settlementFileProblems.find((each) => each === stored) ?? 'not_csv'

type Lines = ReplyOf<typeof listSettlementLinesEndpoint>

/** A page of the lines of a file, in its order. */
export async function listSettlementLines(
  trx: Trx,
  actor: Actor,
  id: string,
  { file }: { file: string },
  { _limit, _skip, unclear, reference }: ReadQuery<typeof listSettlementLinesEndpoint>,
): Promise<Lines> {
  const { merchant_id } = await seenProcessorSettlement(trx, actor, id)
  const found = await files(trx, merchant_id)
    .where('processor_settlement_id', '=', id)
    .where('id', '=', file)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  let lines = trx
    .selectFrom('processor_settlement_line')
    .where('merchant_id', '=', merchant_id)
    .where('file_id', '=', file)
  if (unclear) lines = lines.where('problem', 'is not', null)
  if (reference) lines = lines.where('reference', '=', reference)
  const { count } = await lines.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const rows = await lines
    .select(['line', 'kind', 'type', 'reference', 'gateway_reference', 'booked_at', 'batch', 'currency_code'])
    .select(['gross', 'interchange', 'scheme_fees', 'markup', 'commission', 'net', 'problem', 'source', 'said'])
    .select(['transaction_id as transaction', 'refund_id as refund'])
    .orderBy('line')
    .limit(_limit)
    .offset(_skip)
    .execute()
  // CHECKs allow the contract's words only.
  return { count, lines: rows as Lines['lines'] }
}
