import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, id, integer, ofMerchant, optional, person, ref, text, timestamp } from '../field.ts'
import { entityRoles } from '../roles.ts'
import { webhookDeliveries, webhookStatuses, webhookTypes } from './webhook.rules.ts'

/** A signed message to a merchant's system: a payment, a refund, a link … has reached a status. */
export const webhook = defineEntity({
  name: 'webhook',
  resource: 'webhook',
  fields: {
    id: id(),
    created_at: timestamp(),
    url: text(),
    type: choice(webhookTypes),
    item_id: id(),
    delivered_on: optional(timestamp()),
    /** The reported status. */
    status: choice(webhookStatuses),
    delivery: choice(webhookDeliveries),
    attempts: integer(),
    /** The status code of the last attempt; 0: there was no answer. */
    response_code: optional(integer()),
    next_attempt_at: optional(timestamp()),
    /** True: it waits until somebody switches its address on, which failed for days. */
    address_off: flag(),
    /** True: a person sent it, to try an address. */
    manual: flag(),
    created_by: optional(person()),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    created_at: 'range',
    type: 'any',
    status: 'any',
    delivery: 'any',
    item_id: 'is',
    manual: 'is',
    address_off: 'is',
  },
  search: { url: 'contains', item_id: 'is', id: 'is' },
  // Thousands of webhooks go to one address.
  find: ['item_id', 'id'],
  sort: ['created_at', 'type', 'delivered_on'],
  populate: ['organisation'],
  roles: entityRoles('WEBHOOK'),
  export: [
    'id',
    'created_at',
    'url',
    'type',
    'item_id',
    'delivered_on',
    'status',
    'delivery',
    'attempts',
    'response_code',
  ],
})

export type Webhook = Row<typeof webhook>
