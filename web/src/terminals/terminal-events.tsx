import { terminalEventsEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { Text } from '@mantine/core'
import { IconArrowNarrowRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { RecordList } from '../platform/panel/record-list.tsx'
import { TimelineChange } from '../platform/panel/timeline.tsx'

export function TerminalEvents({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(terminalEventsEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0) return <Text size="sm">{t('customers.no_events')}</Text>
  return (
    <RecordList entries={data}>
      {(entry) => (
        <>
          <strong>{t(`terminals.event.${entry.kind}`)}</strong>
          {entry.after && (
            <TimelineChange>
              {entry.before && (
                <>
                  <span>{entry.before}</span>
                  <IconArrowNarrowRight size={16} role="img" aria-label={t('payments.becomes')} />
                </>
              )}
              <span>{entry.after}</span>
            </TimelineChange>
          )}
        </>
      )}
    </RecordList>
  )
}
