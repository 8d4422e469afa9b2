import type { ReplyOf } from '@kontor/contract/endpoint'
import type { currenciesInUseEndpoint } from '@kontor/contract/platform/currency.endpoints'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

type Reply = ReplyOf<typeof currenciesInUseEndpoint>

/** The currencies of the payment profiles that the actor may see, the most used first. */
export async function currenciesInUse(trx: Trx, actor: Actor): Promise<Reply> {
  const { rows } = await sql<Reply[number]>`
    select currency_code, count(*) as payment_profiles from payment_profile
    where ${visibleTo(actor, 'payment_profile')}
    group by currency_code order by count(*) desc, currency_code`.execute(trx)
  return rows
}
