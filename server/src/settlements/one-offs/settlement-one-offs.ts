import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { settlementOneOffsEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

type OneOffs = ReplyOf<typeof settlementOneOffsEndpoint>

/** The one-offs of a settlement: those that were booked in its book, its currency and its days. */
export async function settlementOneOffs(trx: Trx, actor: Actor, id: string): Promise<OneOffs> {
  const settled = await trx
    .selectFrom('settlement')
    .select(['merchant_id', 'book_id', 'currency_code', 'covers'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement'))
    .executeTakeFirst()
  if (!settled) throw new Refusal('not_found')
  const { rows } = await sql<OneOffs[number]>`
    select id, booked_on, description_nl, description_en, amount, currency_code from one_off
    where merchant_id = ${settled.merchant_id} and book_id = ${settled.book_id} and currency_code = ${settled.currency_code}
      and booked_on <@ ${settled.covers}::daterange
    order by booked_on, id`.execute(trx)
  return rows
}
