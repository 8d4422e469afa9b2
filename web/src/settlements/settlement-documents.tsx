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
      <FileButton name="export" onClick={() => setExporting(true)} />
      <FileButton name="camt053" isSaving={isSaving} onClick={() => void save()} />
      <FileButton name="details_file" isSaving={isSavingDetails} onClick={() => void saveDetails()} />
      <Suspense>
        {isExporting && <ExportDialog entity={transfersOf(row.id)} query={{}} onClose={() => setExporting(false)} />}
      </Suspense>
    </Stack>
  )
}

interface FileButtonProps {
  name: 'export' | 'camt053' | 'details_file'
  isSaving?: boolean
  onClick: () => void
}

function FileButton({ name, isSaving = false, onClick }: FileButtonProps) {
  const { t } = useTranslation()
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        loading={isSaving}
        onClick={onClick}
      >
        {t(`settlement.${name}`)}
      </Button>
      <Text size="sm" c="dimmed">
        {t(`settlement.${name}_text`)}
      </Text>
    </div>
  )
}
