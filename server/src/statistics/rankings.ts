import type { highestRefunds as highestRefundsCall } from '@kontor/contract/statistics/refund-statistics.calls'
import type { StatisticsReply } from '@kontor/contract/statistics/statistics-call'
import { sql } from 'kysely'
import { visibleTo } from '../platform/actor.ts'
import type { Asked } from './asked.ts'
import { altogether } from './groupings.ts'
import { moneyFigures, moneyFrameOf } from './money-figures.ts'
import { within } from './span.ts'

/** The refunds of the highest amounts: from the index of amounts, until there are enough. */
export async function highestRefunds(asked: Asked, limit: number): Promise<StatisticsReply<typeof highestRefundsCall>> {
  const { trx, actor, span } = asked
  const found = await moneyFigures(asked, 'refund', altogether)
  const { rows } = await sql<StatisticsReply<typeof highestRefundsCall>['items'][number]>`
    select refund.id, refund.created_at, refund.last_status_update, refund.amount, refund.reason, refund.status,
      json_build_object('id', t.id, 'merchant_reference', t.merchant_reference, 'amount', t.amount,
        'payment_product', t.payment_product) as transaction,
      json_build_object('id', t.payment_profile_id, 'currency_code', t.currency_code) as payment_profile,
      refund.organisation_id as organisation, refund.merchant_id as merchant
    from refund join transaction t on t.merchant_id = refund.merchant_id and t.created_at = refund.transaction_created_at
      and t.id = refund.transaction_id
    where ${visibleTo(actor, 'refund')} and ${within(sql`refund.created_at`, span)} and t.currency_code = ${found.currency_code}
    order by refund.amount desc, refund.created_at, refund.id limit ${limit}`.execute(trx)
  return { ...moneyFrameOf(asked, found), items: rows }
}
