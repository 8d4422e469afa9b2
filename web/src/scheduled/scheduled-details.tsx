import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { PersonName } from '../platform/value/person-name.tsx'
import { useReason } from '../platform/value/reason.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import type { ScheduledRow } from './scheduled-row.ts'

export function ScheduledDetails({ row }: { row: ScheduledRow }) {
  const labels = useLabels()
  const reasonOf = useReason()
  const label = (name: keyof ScheduledRow) => labels.field(scheduledTransaction, name)
  return (
    <FieldList
      fields={[
        [label('status_reason'), row.status_reason && reasonOf(row.status_reason)],
        [label('next_attempt_at'), row.next_attempt_at && <Instant key="next" value={row.next_attempt_at} />],
        [label('attempts'), String(row.attempts)],
        [
          label('retry_policy'),
          labels.value('retry_policy', scheduledTransaction.fields.retry_policy, row.retry_policy),
        ],
        [label('card'), row.card_name],
        [label('payment_profile'), row.payment_profile_name],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('created_by'), row.created_by && <PersonName key="created_by" name={row.created_by} />],
        [label('cancelled_at'), row.cancelled_at && <Instant key="cancelled" value={row.cancelled_at} />],
        [label('last_status_update'), <Instant key="last" value={row.last_status_update} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
