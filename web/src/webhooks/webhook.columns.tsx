import { type Webhook, webhook } from '@kontor/contract/webhooks/webhook.entity'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { DeliveryTag } from './delivery-tag.tsx'

const usual = ['created_at', 'url', 'type', 'item_id', 'delivered_on', 'status', 'delivery'] as const
const options = {
  extra: ['id', 'attempts', 'response_code', 'next_attempt_at', 'address_off', 'manual', 'created_by', 'organisation'],
  lines: { name: 'type', figure: 'delivery' },
  special: { delivery: (row: Webhook) => <DeliveryTag delivery={row.delivery} address_off={row.address_off} /> },
} as const

/** Columns for the webhooks of one merchant. */
export const webhookColumns = columnsOf(webhook, usual, options)

/** Columns for the webhooks of all merchants; the organisation comes first. */
export const pspWebhookColumns = columnsOf(webhook, ['created_at', 'organisation', ...usual.slice(1)], {
  ...options,
  extra: options.extra.slice(0, -1),
})
