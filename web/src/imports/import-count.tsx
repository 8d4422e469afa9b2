import { type Import, importEntity } from '@kontor/contract/imports/import.entity'
import { Cell } from '../platform/value/cell.tsx'

type Count = 'rows_read' | 'rows_ok' | 'rows_rejected' | 'rows_known'

/** A count of rows. Before any was read nothing is known of them: a nought would say that there are none. */
export const countOf = (name: Count) => (row: Import) => (
  <Cell entity={importEntity} name={name} row={row.rows_read === 0 ? { ...row, [name]: null } : row} />
)
