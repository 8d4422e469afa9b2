import { importCan } from '@kontor/contract/imports/import.rules'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import {
  lockImport,
  requireAuthor,
  requireFactorFor,
  requireFile,
  requireRoleFor,
  requireStatus,
} from './stored-import.ts'
import { setTask } from './task.ts'

/** Has the rows of a checked file imported. */
export async function startImport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const of = await lockImport(trx, actor, id)
  requireRoleFor(actor, of.type, 'create')
  requireAuthor(actor, of)
  requireFactorFor(actor, of)
  requireFile(of)
  requireStatus(of, importCan.start)
  await setTask(trx, actor, of, 'import')
}
