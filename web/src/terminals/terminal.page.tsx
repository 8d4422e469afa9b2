import { terminal } from '@kontor/contract/terminals/terminal.entity'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { AddTerminal } from './add-terminal.tsx'
import { ConnectionTag } from './connection-tag.tsx'

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
    lines: { figure: 'terminal_id', when: 'last_seen_at' },
    special: { connection: (row) => <ConnectionTag connection={row.connection} /> },
  },
)
const populate = ['payment_profile', 'organisation']

export default function TerminalPage() {
  return (
    <ListPage columns={columns} populate={populate}>
      <AddTerminal />
    </ListPage>
  )
}
