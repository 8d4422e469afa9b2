import type { Report } from '@kontor/contract/reports/report.entity'
import { Button, Loader, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { notify } from '../platform/notify.ts'
import { stateOf } from './report-state.ts'
import type { useReportDownload } from './use-report-download.ts'

interface DownloadButtonProps {
  row: Report
  download: ReturnType<typeof useReportDownload>
}

/** Its tooltip says why it waits (000 section 8); it stays focusable, so that the reason can be read. */
export function DownloadButton({ row, download }: DownloadButtonProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { state, isRunning } = download
  const present = stateOf(row)
  const isPossible = present === 'ready' && !isRunning
  const tip = {
    pending: t('reports.wait_generated'),
    failed: t('reports.no_file'),
    expired: t('reports.expired'),
    ready: isRunning ? t('reports.wait_downloaded') : t('reports.click_download'),
  }[present]
  const failure = state.step === 'failed' ? state.refusal : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each failure
  useEffect(() => {
    if (failure) notify({ color: 'red', message: t('reports.download_failed', { reason: textOf(failure) }) })
  }, [failure])
  return (
    <Tooltip label={tip} events={{ hover: true, focus: true, touch: true }}>
      <Button
        size="xs"
        variant="default"
        // A button of Mantine that loads takes no pointer, and could not say what it waits for.
        leftSection={
          isRunning ? <Loader size={16} aria-hidden="true" /> : <IconDownload size={16} aria-hidden="true" />
        }
        aria-label={t('reports.download_of', { name: row.name })}
        aria-busy={isRunning || undefined}
        data-disabled={!isPossible || undefined}
        aria-disabled={!isPossible || undefined}
        onClick={(event) => {
          event.stopPropagation()
          if (isPossible) void download.start(row)
        }}
      >
        {t('reports.download')}
      </Button>
    </Tooltip>
  )
}
