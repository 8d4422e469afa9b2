import type { ImportTask } from '@kontor/contract/imports/import.rules'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import type { StoredImport } from './stored-import.ts'

/** Has something done with an import in the background: from the first line of its file, or from its checkpoint. */
export async function setTask(
  trx: Trx,
  actor: Actor,
  { merchant_id, id }: Pick<StoredImport, 'merchant_id' | 'id'>,
  task: ImportTask,
  { goesOn = false } = {},
): Promise<void> {
  const fromNothing = { rows_read: 0, rows_new: 0, rows_known: 0, rows_rejected: 0 }
  await trx
    .updateTable('import')
    .set({
      ...{
        task,
        task_by_id: actor.id,
        queued_at: sql<string>`now()`,
        lease: null,
        lease_until: null,
        tries: 0,
        problem: null,
        unfinished: null,
      },
      ...(goesOn ? {} : { checkpoint: 0 }),
      ...(!goesOn && (task === 'check' || task === 'import') ? fromNothing : {}),
      ...(task === 'check' ? {} : { status: 'RUNNING', finished_at: null }),
      ...(!goesOn && task === 'import' ? { started_at: sql<string>`now()` } : {}),
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute()
}
