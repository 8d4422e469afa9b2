import type { AuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { Entity } from '@kontor/contract/entity'
import { useEntity } from '../platform/api/related.ts'
import type { Column } from '../platform/list/columns/columns.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { Instant } from '../platform/value/instant.tsx'
import { AuthenticationCell } from './authentication.tsx'
import { Failures } from './failures.tsx'
import { LiveTail } from './live-tail.tsx'
import { ResponseStatus } from './response-status.tsx'
import { TreeCell } from './tree-cell.tsx'
import { type CallTree, useCallTree } from './use-call-tree.ts'

/** The columns of the specification (001 section 2.7). */
const usual = ['route', 'authentication', 'type', 'response_code', 'origin', 'created_at']
const extra = [
  ...[
    'id',
    'user_name',
    'refusal',
    'destination',
    'duration_ms',
    'request_bytes',
    'response_bytes',
    'url',
    'transaction',
  ],
  ...['payment_profile', 'parent', 'gap', 'missing'],
]

function columnsFor(entity: Entity, tree: CallTree): Column<AuditTrailItem>[] {
  const columns = columnsOf<Entity, AuditTrailItem>(entity, usual, {
    extra,
    lines: { name: 'route', figure: 'response_code', when: 'created_at', state: 'type' },
    special: {
      authentication: (row) => <AuthenticationCell row={row} />,
      response_code: (row) => <ResponseStatus row={row} />,
      created_at: (row) => <Instant value={row.created_at} hasSeconds />,
    },
  })
  const [route, ...others] = columns.map((column) => ({
    ...column,
    isRight: column.name !== 'response_code' && column.isRight,
  }))
  return route ? [route, treeColumn(tree), ...others] : []
}

const treeColumn = (tree: CallTree): Column<AuditTrailItem> => ({
  ...{ name: 'tree', isRight: false, isSortable: false, isExtra: false, place: 'before' },
  render: (row) => <TreeCell row={row} tree={tree} />,
})

export default function AuditTrailPage() {
  const screen = useListScreen()
  const entity = useEntity(screen.entity)
  return entity && <AuditTrailList key={entity.name} entity={entity} />
}

function AuditTrailList({ entity }: { entity: Entity }) {
  const tree = useCallTree(entity)
  return (
    <ListPage<AuditTrailItem> columns={columnsFor(entity, tree)} populate={populate} arrange={tree.arrange}>
      <Failures entity={entity} />
      <LiveTail entity={entity} />
    </ListPage>
  )
}

const populate = ['transaction', 'payment_profile', 'user']
