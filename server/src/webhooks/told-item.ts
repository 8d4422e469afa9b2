import { report } from '@kontor/contract/reports/report.entity'
import { reportedEntity } from '@kontor/contract/reports/reported-entity'
import { either, isAllowed } from '@kontor/contract/roles'
import { pspSettlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import type { PayloadData } from '@kontor/contract/webhooks/payloads'
import type { SendableType } from '@kontor/contract/webhooks/webhook.rules'
import { sql } from 'kysely'
import { type Actor, lacksModule, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/ids.ts'
import { saidOf, type ToldThing } from './said-of.ts'

/** An item that a webhook can be about, with its merchant and its payload. */
export interface ToldItem {
  merchant: string
  organisation: string
  data: PayloadData
}

const tables = {
  transaction: 'transaction',
  refund: 'refund',
  chargeback: 'chargeback',
  // The payment that was hit.
  validationruleset: 'transaction',
  cardlink: 'card_add_link',
  paymentlink: 'payment_link',
  subscription: 'subscription',
  settlement: 'settlement',
  report: 'report',
} as const
const mayReadSettlements = either(settlement.roles.list, pspSettlement.roles.list)
const ofModule = { settlement, subscription } as const

const keyedByTime = ['transaction', 'refund', 'chargeback', 'validationruleset'] as const

/** The first hit of a payment. */
const hit = sql`select jsonb_build_object('id', h.ruleset_id, 'name', h.name, 'action', h.action, 'tag', h.tag_id)
  from validation_ruleset_hit h
  where h.merchant_id = item.merchant_id and h.transaction_created_at = item.created_at and h.transaction_id = item.id
  order by h.ruleset_id limit 1`
const toldHit = sql`jsonb_build_object('item', to_jsonb(item), 'ruleset', (${hit}))`

/** Undefined when the actor sees no such item, or may not read what is said of it. */
export async function toldItem(trx: Trx, actor: Actor, type: SendableType, id: string): Promise<ToldItem | undefined> {
  const table = tables[type]
  const { rows } = await sql<ToldThing & { merchant: string; organisation: string }>`
    select merchant_id as merchant, organisation_id as organisation, ${type}::text as type,
      ${type === 'validationruleset' ? toldHit : sql`webhook_told(${type}, to_jsonb(item))`} as told
    from ${sql.table(table)} as item
    where id = ${id} and organisation_id is not null and ${visibleTo(actor, 'item')}
      ${type === 'validationruleset' ? sql`and exists (${hit})` : sql``}
      ${keyedByTime.some((each) => each === type) ? sql`and created_at = ${instantOf(id) ?? 'infinity'}` : sql``}`.execute(
    trx,
  )
  const [found] = rows
  if (!found) return undefined
  const data = saidOf(found)
  return mayReadTold(actor, type, data)
    ? { merchant: found.merchant, organisation: found.organisation, data }
    : undefined
}

/**
 * Whether the merchant has the module that the item belongs to, and the actor may read what is said of it: the sums of a
 * settlement are for those who may list settlements, and what a report is of for those who may list reports and that.
 */
export function mayReadTold(actor: Actor, type: string, data: object): boolean {
  if ((type === 'settlement' || type === 'subscription') && lacksModule(actor, ofModule[type])) return false
  if (type === 'settlement') return isAllowed(mayReadSettlements, actor.roles)
  return type !== 'report' || mayReadReport(actor, 'list' in data ? String(data.list) : '')
}

function mayReadReport(actor: Actor, list: string): boolean {
  const entity = reportedEntity(list)
  if (!entity || lacksModule(actor, entity)) return false
  return isAllowed(report.roles.list, actor.roles) && isAllowed(entity.roles.list, actor.roles)
}
