import { createImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { createStatusUpdateEndpoint } from '@kontor/contract/status-updates/status-update.endpoints'
import { statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { IfMay } from '../platform/if-may.tsx'
import { AddButton } from '../platform/list/add-button.tsx'
import { adding } from '../platform/list/address/list-search.ts'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { useStatusUpdateBulk } from './use-status-update-bulk.tsx'

const CreateStatusUpdate = lazy(() =>
  import('./status-update.form.tsx').then((module) => ({ default: module.CreateStatusUpdate })),
)

const columns = columnsOf(
  statusUpdate,
  ['merchant_reference', 'created_at', 'amount', 'from_status', 'to_status', 'status', 'kind', 'reason', 'created_by'],
  {
    extra: [
      'id',
      'item',
      'transaction',
      'external_reference',
      'told',
      'approved_by',
      'rejected_by',
      'rejection_reason',
    ],
    lines: { name: 'merchant_reference', figure: 'to_status', when: 'created_at', state: 'status' },
    special: {
      from_status: (row) => <StatusTag status={row.from_status} />,
      to_status: (row) => <StatusTag status={row.to_status} />,
    },
  },
)

export default function StatusUpdatePage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} bulk={useStatusUpdateBulk()}>
      <IfMay do={createImportEndpoint}>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/psp/imports" search={{ [adding]: 'status_update' }} {...props} />}
        >
          {t('status_updates.by_file')}
        </Button>
      </IfMay>
      <AddButton do={createStatusUpdateEndpoint}>
        {(opened, close) => <CreateStatusUpdate opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
