import { importCan } from '@kontor/contract/imports/import.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockToCarryOut } from './stored-import.ts'
import { setTask } from './task.ts'

/** Has the rows of a checked file imported. */
export async function startImport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const of = await lockToCarryOut(trx, actor, id, importCan.start)
  await setTask(trx, actor, of, 'import')
}
