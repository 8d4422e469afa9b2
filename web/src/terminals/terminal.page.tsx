import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { FieldListSkeleton } from '../ui/skeletons.tsx'
import { AddTerminal } from './add-terminal.tsx'
import { ConnectionTag } from './connection-tag.tsx'

const TerminalPanel = lazy(() => import('./terminal.panel.tsx').then((module) => ({ default: module.TerminalPanel })))

const columns = columnsOf(
  terminal,
  [
    'name',
    'terminal_id',
    'model',
    'organisation',
    'payment_profile',
    'status',
    'connection',
    'last_transaction_at',
    'last_seen_at',
  ],
  {
    extra: ['id', 'created_at', 'serial_number', 'software_version'],
    special: { connection: (row) => <ConnectionTag connection={row.connection} /> },
  },
)
const populate = ['payment_profile', 'organisation']

export function TerminalPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      entity={terminal}
      path="/terminals"
      title={t('nav.terminals.label')}
      description={t('nav.terminals.description')}
      columns={columns}
      populate={populate}
      panel={(id) => (
        <Suspense fallback={<FieldListSkeleton />}>
          <TerminalPanel key={id} id={id} />
        </Suspense>
      )}
    >
      <AddTerminal />
    </ListPage>
  )
}
