import type { TerminalStatus } from '@kontor/contract/terminals/terminal.entity'
import type { Trx } from '../platform/db/database.ts'
import type { Locked } from '../platform/db/locked.ts'
import type { StoredTerminal } from './locked-terminal.ts'

export async function setTerminalStatus(
  trx: Trx,
  before: Locked<StoredTerminal>,
  status: TerminalStatus,
): Promise<void> {
  if (before.status === status) return
  const { merchant_id, id } = before
  await trx
    .updateTable('terminal')
    .set({ status })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
