import { Refusal } from '@kontor/contract/refusal'
import { settlementMailPause_min } from '@kontor/contract/settlements/settlement.rules'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { invoiceRecipients } from '../mails/invoice-recipients.ts'

/** Mails an invoice once more, to those who are recipients now. */
export async function mailInvoice(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ merchant_id: string; is_mailed: boolean }>`
    select i.merchant_id, cardinality(${invoiceRecipients('i')}) > 0 as is_mailed
    from invoice i where i.id = ${id} and ${visibleTo(actor, 'i')}`.execute(trx)
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  if (!found.is_mailed) throw new Refusal('invoice_without_recipients')
  const asked = { due: true, asked_at: now.toISOString(), asked_by: actor.name }
  // Of two who ask at once, the second waits for the row and finds what the first asked.
  const taken = await trx
    .insertInto('invoice_mail')
    .values({ merchant_id: found.merchant_id, invoice_id: id, ...asked })
    .onConflict((known) =>
      known
        .columns(['merchant_id', 'invoice_id'])
        .doUpdateSet(asked)
        .where(sql<boolean>`${waitOf(now)} is not true`),
    )
    .returning('invoice_id')
    .executeTakeFirst()
  if (!taken) throw new Refusal('too_many_attempts', { retry_after: await waitLeft(trx, id, now) })
}

const freeAt = sql`invoice_mail.asked_at + make_interval(mins => ${sql.lit(settlementMailPause_min)})`
const waitOf = (now: Date) => sql`(${freeAt} > ${now.toISOString()}::timestamptz)`

async function waitLeft(trx: Trx, id: string, now: Date): Promise<number> {
  const { rows } = await sql<{ wait_s: number }>`
    select ceil(extract(epoch from ${freeAt} - ${now.toISOString()}::timestamptz))::int as wait_s
    from invoice_mail where invoice_id = ${id}`.execute(trx)
  return rows[0]?.wait_s ?? 0
}
