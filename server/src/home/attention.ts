import {
  type AttentionItem,
  attentionItems,
  endingWithin_days,
  failedWithin_days,
  mostCounted,
  unpricedWithin_days,
} from '@kontor/contract/home/attention.rules'
import type { Waiting } from '@kontor/contract/home/home.schemas'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import type { Query } from '@kontor/contract/lists/query-string'
import { openStuckStates } from '@kontor/contract/payments/stuck-operation.rules'
import { isAllowed } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, lacksModule } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { matching, type Source } from '../platform/rows/list.ts'
import type { Sources } from '../platform/rows/populate.ts'
import { dayOf, offsetsOf } from '../platform/time/time-zone.ts'

interface Waits {
  readonly entity: string
  /** The address of the list; `day` is a day of the reader, counted from today. */
  readonly query: (day: (ahead: number) => string) => Query
  /** It waits in the view of one merchant alone, where it is mended. */
  readonly ofOneMerchant?: true
  /** The field with the deadline, which the list is sorted by. */
  readonly first?: string
}

const waits: Readonly<Record<AttentionItem, Waits>> = {
  contradictions: { entity: 'contradiction', query: () => ({ state: 'OPEN' }) },
  chargebacks: {
    entity: 'chargeback',
    query: () => ({ status: 'OPEN', _sort: 'respond_by' }),
    first: 'respond_by',
  },
  stuck_operations: { entity: 'stuck_operation', query: () => ({ 'state[]': [...openStuckStates] }) },
  transactions: { entity: 'transaction', query: () => ({ status: 'UNKNOWN' }) },
  webhooks: {
    entity: 'webhook',
    query: (day) => ({ 'delivery[]': ['REFUSED', 'GIVEN_UP'], 'created_at>': day(-failedWithin_days) }),
  },
  webhook_addresses: { entity: 'webhook', query: () => ({ address_off: 'true' }), ofOneMerchant: true },
  subscriptions: { entity: 'subscription', query: () => ({ status: 'PAST_DUE' }) },
  payment_links: {
    entity: 'payment_link',
    query: (day) => ({ active: 'true', 'expires_at<': day(endingWithin_days), _sort: 'expires_at' }),
    first: 'expires_at',
  },
  // Those that the reader's side answers.
  shares: { entity: 'share', query: () => ({ status: 'PENDING', 'side[]': ['received', 'within'] }) },
  // Only the provider has a list of those that wait for it.
  bank_accounts: { entity: 'bank_account', query: () => ({ status: 'PENDING' }) },
  // Those that are closed and have nothing to pay are carried.
  payouts: { entity: 'psp_settlement', query: () => ({ status: 'CLOSED' }) },
  payment_orders: { entity: 'payment_order', query: () => ({ status: 'CREATED' }) },
  status_updates: { entity: 'status_update', query: () => ({ status: 'OPEN' }) },
  settlement_updates: { entity: 'settlement_update', query: () => ({ status: 'OPEN' }) },
  late_files: { entity: 'processor_settlement', query: () => ({ reconciliation: 'MISSING' }) },
  bank_entries: { entity: 'bank_entry', query: () => ({ state: 'UNMATCHED' }) },
  unpriced_payments: {
    entity: 'unpriced_payment',
    query: (day) => ({ 'business_day>': day(-unpricedWithin_days) }),
  },
}

/**
 * What waits for a person, among the lists that the actor may open. Each count is made by the list's own filters, so it
 * is the number of rows that the list shows (docs/adr/0067).
 */
export async function attention(trx: Trx, actor: Actor, sources: Sources, now: Date): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const item of attentionItems) {
    const source = sources[waits[item].entity]
    // What only the provider's connection reads is no part of the view of a merchant.
    if (source?.as === 'provider' && actor.scope.merchant !== null) continue
    if (waits[item].ofOneMerchant && actor.scope.merchant === null) continue
    if (source && isAllowed(source.entity.roles.list, actor.roles) && !lacksModule(actor, source.entity))
      found.push(await waiting(trx, actor, source, item, now))
  }
  return found
}

async function waiting(trx: Trx, actor: Actor, source: Source, item: AttentionItem, now: Date): Promise<Waiting> {
  const { query, first } = waits[item]
  const address = query(dayFrom(now, actor.time_zone))
  const parsed = parseListQuery(source.entity, address)
  if ('details' in parsed) throw new TypeError(`${item}: ${Object.keys(parsed.details)}`)
  const deadline = first ? sql.ref(`row.${first}`) : sql`null::date`
  const { rows } = await sql<{ count: number; first: string | null }>`
    select count(*) as count, min(deadline) as first from (
      select ${deadline} as deadline from ${matching(source, trx, actor, parsed.query)}
      ${first ? sql`order by ${deadline}` : sql``} limit ${sql.lit(mostCounted + 1)}) as waiting`.execute(trx)
  const { count = 0, first: soonest = null } = rows[0] ?? {}
  return { item, count: Math.min(count, mostCounted), is_more: count > mostCounted, first: soonest, query: address }
}

const day_ms = 86_400_000

const dayFrom = (now: Date, timeZone: string) => {
  const today = dayOf(now.getTime(), offsetsOf(timeZone))
  return (ahead: number) => new Date((today + ahead) * day_ms).toISOString().slice(0, 10)
}
