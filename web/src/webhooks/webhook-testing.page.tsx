import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { ListPage } from '../platform/list/list-page.tsx'
import { useWebhookColumns } from './clone-column.tsx'
import { CreateWebhook } from './create-webhook.tsx'
import { useWebhookBulk } from './webhook-bulk.tsx'

/** Webhooks that were sent by hand, and the form that sends one. */
export default function WebhookTestingPage() {
  return (
    <ListPage columns={useWebhookColumns()} populate={webhook.populate} bulk={useWebhookBulk()}>
      <CreateWebhook />
    </ListPage>
  )
}
