import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { columnsOf } from '../platform/list/columns.tsx'
import { DeliveryTag } from './delivery-tag.tsx'

export const webhookColumns = columnsOf(
  webhook,
  ['created_at', 'url', 'type', 'item_id', 'delivered_on', 'status', 'delivery'],
  {
    extra: ['id', 'attempts', 'response_code', 'next_attempt_at', 'manual', 'created_by', 'organisation'],
    special: { delivery: (row) => <DeliveryTag delivery={row.delivery} /> },
  },
)
