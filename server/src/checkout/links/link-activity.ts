import {
  cardAddLinkActivityEndpoint,
  cardAddLinkAddressEndpoint,
  paymentLinkActivityEndpoint,
  paymentLinkAddressEndpoint,
} from '@kontor/contract/checkout/link.endpoints'
import { linkActivitySchemas, linkAddressSchemas } from '@kontor/contract/checkout/link.schemas'
import type { LinkActivity } from '@kontor/contract/checkout/link-activity'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { readsCustomers } from '../../customers/customer-search.ts'
import { toldTo } from '../../platform/changes/own-people.ts'
import type { Reader } from '../../platform/db/database.ts'
import { route } from '../../platform/http/endpoint.ts'
import { requireRow, type Source } from '../../platform/rows/list.ts'
import type { CheckoutServices } from '../checkout-routes.ts'
import { checkoutAddress } from '../token.ts'
import type { LinkTable } from './locked-link.ts'

const endpoints = {
  payment_link: { address: paymentLinkAddressEndpoint, activity: paymentLinkActivityEndpoint },
  card_add_link: { address: cardAddLinkAddressEndpoint, activity: cardAddLinkActivityEndpoint },
}

/** Registers the reads that a link's row does not cover: its address, for copying, and its events. */
export function linkDetails(app: FastifyInstance, services: CheckoutServices, kind: LinkTable, source: Source): void {
  const { address, activity } = endpoints[kind]
  route(app, services, address, linkAddressSchemas, async (trx, { actor, id }) => {
    const row = await requireRow(source, trx, actor, id)
    return { url: checkoutAddress(services, { kind, id: row.id }) }
  })
  route(app, services, activity, linkActivitySchemas, async (trx, { actor, id }) => {
    const row = await requireRow(source, trx, actor, id)
    const merchant = String(row.merchant)
    const events = await activityOf(trx, kind, merchant, row.id)
    const found = await toldTo(actor, services.databases.provider, merchant, events)
    // The event of a mail has the address.
    return row.customer === null || readsCustomers(actor)
      ? found
      : found.map((each) => (each.kind === 'mailed' ? { ...each, detail: null } : each))
  })
}

const most = 500

async function activityOf(db: Reader, table: LinkTable, merchant: string, id: string) {
  const { rows } = await sql<LinkActivity[number] & { actor_id: string | null }>`
    select id::text, at, kind, detail, transaction_id as transaction, actor_kind, actor_id, actor_name from link_event
    where merchant_id = ${merchant} and ${sql.ref(`${table}_id`)} = ${id} order by link_event.id limit ${most}`.execute(
    db,
  )
  return rows
}
