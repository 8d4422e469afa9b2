import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import { webhook } from '@kontor/contract/webhooks/webhook.entity'
import { useTranslation } from 'react-i18next'
import type { Related } from '../platform/api/related.ts'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { PersonName } from '../platform/value/person-name.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import typography from '../ui/words/typography.module.css'
import { ItemLink } from './item-link.tsx'

export type WebhookRow = Populated<typeof webhook, { organisation: Related<Organisation> }>

export function WebhookDetails({ row }: { row: WebhookRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof WebhookRow) => labels.field(webhook, name)
  const at = (value: string | null) => value && <Instant key={value} value={value} />
  return (
    <FieldList
      fields={[
        [
          label('url'),
          <span key="url" className={typography.anywhere}>
            {row.url}
          </span>,
        ],
        [label('item_id'), <ItemLink key="item" type={row.type} id={row.item_id} />],
        [label('delivered_on'), at(row.delivered_on)],
        [label('attempts'), labels.number(row.attempts)],
        [label('next_attempt_at'), at(row.next_attempt_at)],
        [label('response_code'), row.response_code === 0 ? t('webhooks.no_answer') : row.response_code],
        [label('address_off'), labels.value('address_off', webhook.fields.address_off, String(row.address_off))],
        [label('manual'), labels.value('manual', webhook.fields.manual, String(row.manual))],
        ...(row.created_by
          ? [[label('created_by'), <PersonName key="created_by" name={row.created_by} />] as const]
          : []),
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
