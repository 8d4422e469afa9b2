import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { ListPage } from '../platform/list/list-page.tsx'
import { useWebhookColumns } from './clone-column.tsx'
import { useWebhookBulk } from './webhook-bulk.tsx'

export default function WebhookPage() {
  return <ListPage columns={useWebhookColumns()} populate={webhook.populate} bulk={useWebhookBulk()} />
}
