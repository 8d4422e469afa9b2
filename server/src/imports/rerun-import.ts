import { importCan } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockToCarryOut } from './stored-import.ts'
import { setTask } from './task.ts'

/**
 * Has the rejected rows imported once more: what was wrong outside of the file may be right now. An import that did not
 * come to the end of its file goes on there first.
 */
export async function rerunImport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const of = await lockToCarryOut(trx, actor, id, importCan.rerun)
  const { status, unfinished, problem } = of
  if (of.started_at === null || unfinished === 'revert') throw new Refusal('import_not_possible', { status })
  if (problem === 'too_many_rejections') throw new Refusal('import_not_possible', { problem })
  if (unfinished !== null) return setTask(trx, actor, of, unfinished, { goesOn: true })
  if (of.rows_rejected === 0) throw new Refusal('import_not_possible', { status })
  await setTask(trx, actor, of, 'again')
}
