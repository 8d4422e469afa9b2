import { customer } from '@kontor/contract/customers/customer.entity'
import { customerEventsEndpoint } from '@kontor/contract/customers/customer-reads.endpoints'
import { Text } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { RecordList } from '../platform/panel/record-list.tsx'
import { TimelineChange } from '../platform/panel/timeline.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { StatusTag } from '../ui/status-tag.tsx'
import typography from '../ui/words/typography.module.css'

/** Actions of people on a customer. Entries name the fields that were changed or read, never their values. */
export function CustomerEvents({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data, error, refetch } = useRead(customerEventsEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0) return <Text size="sm">{t('customers.no_events')}</Text>
  const nameOf = (field: string) => labels.field(customer, field.replace(/_id$/, ''))
  return (
    <RecordList entries={data}>
      {(entry) => (
        <>
          <TimelineChange>
            <strong>{t(`customers.event.${entry.kind}`)}</strong>
            {entry.from_status && entry.to_status && (
              <>
                <StatusTag status={entry.from_status} />
                <IconArrowNarrowRight size={16} role="img" aria-label={t('payments.becomes')} />
                <StatusTag status={entry.to_status} />
              </>
            )}
          </TimelineChange>
          {entry.fields.length > 0 && <div className={typography.anywhere}>{entry.fields.map(nameOf).join(', ')}</div>}
        </>
      )}
    </RecordList>
  )
}
