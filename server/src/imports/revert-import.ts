import { importCan, revertible } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockImport, requireFile, requireRoleFor, requireStatus } from './stored-import.ts'
import { setTask } from './task.ts'

/** Has what an import made deleted, except what was used or changed since. One that made nothing has nothing to take back. */
export async function revertImport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const of = await lockImport(trx, actor, id)
  requireRoleFor(actor, of.type, 'delete')
  if (!revertible.includes(of.type)) throw new Refusal('import_not_possible', { type: of.type })
  requireFile(of)
  requireStatus(of, importCan.revert)
  if (of.started_at === null || Number(of.rows_new) === 0)
    throw new Refusal('import_not_possible', { status: of.status })
  await setTask(trx, actor, of, 'revert')
}
