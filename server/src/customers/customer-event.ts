import type { CustomerEvent, CustomerEventKind } from '@kontor/contract/customers/customer-reads.schemas'
import { sql } from 'kysely'
import { toldTo } from '../platform/changes/own-people.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

export interface NewCustomerEvent {
  merchant: string
  customer: string
  kind: CustomerEventKind
  fields?: readonly string[]
  from_status?: string
  to_status?: string
}

/** Records an action on a customer, in the transaction of that action. */
export async function recordCustomerEvent(trx: Trx, actor: Actor, event: NewCustomerEvent): Promise<void> {
  await trx
    .insertInto('customer_event')
    .values({
      merchant_id: event.merchant,
      customer_id: event.customer,
      kind: event.kind,
      fields: [...(event.fields ?? [])],
      from_status: event.from_status ?? null,
      to_status: event.to_status ?? null,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
    })
    .execute()
}

const most = 500

/** The events of a customer, newest first. The caller has already checked that the actor may see the customer. */
export async function customerEvents(
  db: Reader,
  accounts: Reader,
  actor: Actor,
  merchant: string,
  customer: string,
): Promise<CustomerEvent[]> {
  const { rows } = await sql<CustomerEvent & { actor_id: string | null }>`
    select id, at, kind, fields, from_status, to_status, actor_kind, actor_id, actor_name from customer_event
    where merchant_id = ${merchant} and customer_id = ${customer} order by id desc limit ${most}`.execute(db)
  return toldTo(actor, accounts, merchant, rows)
}
