import { importCan } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockImport, requireFile, requireStatus } from './stored-import.ts'
import { setTask } from './task.ts'

/** Has the rejected rows imported once more: what was wrong outside of the file may be right now. */
export async function rerunImport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const of = await lockImport(trx, actor, id)
  requireFile(of)
  requireStatus(of, importCan.rerun)
  if (of.started_at === null || of.rows_rejected === 0) throw new Refusal('import_not_possible', { status: of.status })
  await setTask(trx, of, 'again')
}
