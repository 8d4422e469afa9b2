import type { ReadBody } from '@kontor/contract/endpoint'
import type { closeSettlementFileEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockProcessorSettlement } from '../processors/settlements/seen-processor-settlement.ts'

/** Closes a file of which every line and difference is decided, and of which the bank received the net amount. */
export async function closeSettlementFile(
  trx: Trx,
  actor: Actor,
  id: string,
  { file, bank_reference, received }: ReadBody<typeof closeSettlementFileEndpoint> & { file: string },
  now: Date,
): Promise<{ merchant_id: string; id: string }> {
  const { merchant_id } = await lockProcessorSettlement(trx, actor, id)
  const { rows } = await sql<{
    is_decided: boolean
    closed_at: string | null
    net: { currency_code: string; net: string }[]
    received: Record<string, string> | null
  }>`
    select f.closed_at, f.totals as net, (select json_object_agg(r.currency_code, r.amount) from (
        select currency_code, sum(amount)::text as amount from processor_receipt r
        where r.merchant_id = f.merchant_id and r.file_id = f.id group by 1) r) as received, f.status = 'READ' and f.reconciled_at is not null and not exists (
        select from reconciliation_difference d where d.merchant_id = f.merchant_id and d.file_id = f.id and d.status = 'OPEN') as is_decided
    from processor_settlement_file f
    where f.merchant_id = ${merchant_id} and f.processor_settlement_id = ${id} and f.id = ${file} for no key update`.execute(
    trx,
  )
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  if (found.closed_at !== null) throw new Refusal('file_closed')
  if (!found.is_decided) throw new Refusal('file_not_decided')
  const said = new Map(received.map(({ currency_code, amount }) => [currency_code, BigInt(amount)]))
  // What the bank's statement has is what came: the difference from the net amount is decided.
  const differs = found.net.some(
    ({ currency_code, net }) => (said.get(currency_code) ?? 0n) !== BigInt(found.received?.[currency_code] ?? net),
  )
  if (differs || received.some(({ currency_code }) => !found.net.some((each) => each.currency_code === currency_code)))
    throw new Refusal('not_net_of_file')
  await trx
    .updateTable('processor_settlement_file')
    .set({ closed_at: now.toISOString(), closed_by: actor.name, bank_reference })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', file)
    .execute()
  return { merchant_id, id: file }
}
