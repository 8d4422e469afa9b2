import { createImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { importEntity } from '@kontor/contract/imports/import.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { countOf } from './import-count.tsx'

const UploadImport = lazy(() => import('./upload-import.tsx').then((module) => ({ default: module.UploadImport })))

const columns = columnsOf(
  importEntity,
  ['file_name', 'type', 'rows_read', 'rows_ok', 'rows_rejected', 'created_by', 'created_at', 'status'],
  {
    extra: [
      ...(['id', 'rows_known', 'rows_reverted', 'organisation', 'payment_profile'] as const),
      ...(['started_at', 'finished_at'] as const),
    ],
    special: {
      rows_read: countOf('rows_read'),
      rows_ok: countOf('rows_ok'),
      rows_rejected: countOf('rows_rejected'),
      rows_known: countOf('rows_known'),
    },
    lines: { name: 'file_name', figure: 'type', when: 'created_at', state: 'status' },
  },
)
const populate = ['organisation', 'payment_profile']

/** The files of merchants that are read in. */
export default function ImportPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddButton do={createImportEndpoint}>
        {(opened, close, choice) => <UploadImport key={choice} opened={opened} onClose={close} choice={choice} />}
      </AddButton>
    </ListPage>
  )
}
