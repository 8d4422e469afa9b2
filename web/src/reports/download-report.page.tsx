import { type Report, report } from '@kontor/contract/reports/report.entity'
import { Alert, Anchor, Loader, Text } from '@mantine/core'
import { IconReportOff } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { ReportItem } from './report-item.tsx'
import { stateOf } from './report-state.ts'
import look from './reports.module.css'
import { useReportDownload } from './use-report-download.ts'
import { isBeingMade } from './use-reports.ts'

/** The address that mails lead to: it downloads the report once, and shows it. */
export default function DownloadReportPage() {
  const { t } = useTranslation()
  const { reportId }: { reportId?: string } = useParams({ strict: false })
  const { data, error, refetch } = useRow(report, reportId, { isUnderWay: isBeingMade })
  const isGone = error?.code === 'not_found' || (data && ['expired', 'failed'].includes(stateOf(data)))
  return (
    <div className={look.page}>
      <PageHead title={t('reports.download_title')} text={data?.name ?? ''} />
      {isGone ? (
        <>
          <EmptyState icon={<IconReportOff />} title={t('reports.not_there')} text={t('reports.not_there_text')} />
          {/* One that expired or failed says which, and can be made again here. */}
          {data && <Item row={data} />}
        </>
      ) : data ? (
        <Downloading row={data} />
      ) : (
        <NotYet error={error} refetch={refetch} rows={3} />
      )}
      <Anchor component={Link} to="/reports/transactions">
        {t('reports.to_overview')}
      </Anchor>
    </div>
  )
}

/** A small file is there at once: what happens is said long enough to be read. */
const leastSaid_ms = 1_500

function Downloading({ row }: { row: Report }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { state, start } = useReportDownload()
  const begun = useRef(false)
  const isReady = stateOf(row) === 'ready'
  const [isSaid, setSaid] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setSaid(true), leastSaid_ms)
    return () => clearTimeout(timer)
  }, [isReady])
  const isRunning = isReady && (state.step === 'running' || state.step === 'idle' || (state.step === 'done' && !isSaid))
  const begin = useEffectEvent(() => {
    if (begun.current || !isReady) return
    begun.current = true
    void start(row)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once it is ready
  useEffect(() => begin(), [isReady])
  return (
    <>
      {!isReady && (
        <Alert color="blue" role="status">
          {t('reports.wait_generated')}
        </Alert>
      )}
      {isRunning && (
        <Text role="status" className={look.downloading}>
          <Loader size="xs" aria-hidden="true" /> {t('reports.downloading')}
        </Text>
      )}
      {state.step === 'done' && !isRunning && (
        <Alert color="green" role="status">
          {t('reports.downloaded')}
        </Alert>
      )}
      {state.step === 'failed' && (
        <Alert color="red" role="alert">
          {t('reports.download_failed', { reason: textOf(state.refusal) })}
        </Alert>
      )}
      <Item row={row} />
    </>
  )
}

const Item = ({ row }: { row: Report }) => (
  <ul className={look.items}>
    <ReportItem row={row} startsOpen />
  </ul>
)
