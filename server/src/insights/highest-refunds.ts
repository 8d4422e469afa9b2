import type { ReplyOf } from '@kontor/contract/endpoint'
import type { highestRefundsEndpoint as highestRefundsCall } from '@kontor/contract/insights/refund-statistics.endpoints'
import { sql } from 'kysely'
import { visibleTo } from '../platform/db/actor.ts'
import type { Exact } from '../platform/sums.ts'
import type { Asked } from './asked.ts'
import { altogether } from './groupings.ts'
import { compare, moneyFigures, moneyFrameOf } from './money-figures.ts'
import { within } from './periods/span.ts'

type Item = ReplyOf<typeof highestRefundsCall>['items'][number]
type Reply = Exact<ReplyOf<typeof highestRefundsCall>>

/**
 * The highest refunds, each in its own currency; refunds in several currencies are ranked by their converted amounts.
 */
export async function highestRefunds(asked: Asked, limit: number): Promise<Reply> {
  const found = await moneyFigures(asked, 'refund', altogether)
  const frame = moneyFrameOf(asked, found)
  if (!found.conversion) return { ...frame, items: await highestIn(asked, found.currency_code, limit) }
  const ranked: { item: Item; worth: bigint }[] = []
  for (const { currency_code } of found.currencies) {
    // A currency without a rate cannot be ranked; the reply names such currencies.
    if (found.convert(0n, currency_code) === undefined) continue
    for (const item of await highestIn(asked, currency_code, limit))
      ranked.push({ item, worth: found.convert(BigInt(item.amount), currency_code) ?? 0n })
  }
  ranked.sort((one, other) => compare(other.worth, one.worth) || (one.item.created_at < other.item.created_at ? -1 : 1))
  return { ...frame, items: ranked.slice(0, limit).map(({ item }) => item) }
}

/** The highest refunds of one currency, read from the index of amounts until there are enough. */
async function highestIn({ trx, actor, span }: Asked, currency: string, limit: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select refund.id, refund.created_at, refund.last_status_update, refund.amount, refund.reason, refund.status,
      json_build_object('id', t.id, 'merchant_reference', t.merchant_reference, 'amount', t.amount,
        'payment_product', t.payment_product) as transaction,
      json_build_object('id', t.payment_profile_id, 'currency_code', t.currency_code) as payment_profile,
      refund.organisation_id as organisation, refund.merchant_id as merchant
    from refund join transaction t on t.merchant_id = refund.merchant_id and t.created_at = refund.transaction_created_at
      and t.id = refund.transaction_id
    where ${visibleTo(actor, 'refund')} and ${within(sql`refund.created_at`, span)} and t.currency_code = ${currency}
    order by refund.amount desc, refund.created_at, refund.id limit ${limit}`.execute(trx)
  return rows
}
