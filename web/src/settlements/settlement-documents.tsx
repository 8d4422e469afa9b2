import {
  exportSettlementDetailsEndpoint,
  exportSettlementStatementEndpoint,
} from '@kontor/contract/settlements/settlement.endpoints'
import { Button, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileText } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/api-client.ts'
import { useSavedFile } from '../platform/api/use-saved-file.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { pageOfRow } from '../platform/screen/screen.ts'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { type SettlementRow, transfersOf } from './settlement-row.ts'

const ExportDialog = lazy(() =>
  import('../platform/list/export/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
)

/** The statement to print, and all transfers as a file. */
export function SettlementDocuments({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const screen = useListScreen()
  const [isExporting, setExporting] = useState(false)
  const [save, isSaving] = useSavedFile(
    () => call(exportSettlementStatementEndpoint, { params: { id: row.id } }),
    `${row.number}.xml`,
  )
  const [saveDetails, isSavingDetails] = useSavedFile(
    () => call(exportSettlementDetailsEndpoint, { params: { id: row.id } }),
    `${row.number}.csv`,
  )
  const statement: string = pageOfRow(screen, row.id)
  return (
    <Stack gap="md" align="flex-start">
      <div>
        <AnchorLink to={statement}>
          <IconFileText size={16} aria-hidden="true" /> {t('settlement.statement')}
        </AnchorLink>
        <Text size="sm" c="dimmed">
          {t('settlement.statement_text')}
        </Text>
      </div>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => setExporting(true)}
        >
          {t('settlement.export')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('settlement.export_text')}
        </Text>
      </div>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={isSaving}
          onClick={() => void save()}
        >
          {t('settlement.camt053')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('settlement.camt053_text')}
        </Text>
      </div>
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={isSavingDetails}
          onClick={() => void saveDetails()}
        >
          {t('settlement.details_file')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('settlement.details_file_text')}
        </Text>
      </div>
      <Suspense>
        {isExporting && <ExportDialog entity={transfersOf(row.id)} query={{}} onClose={() => setExporting(false)} />}
      </Suspense>
    </Stack>
  )
}
