import { cancellable } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { lockImport } from './stored-import.ts'

/**
 * Ends an import. The work in the background finds that out at its next batch, which needs the row that is locked here;
 * what it has written stays.
 */
export async function cancelImport(trx: Trx, actor: Actor, id: string): Promise<void> {
  const of = await lockImport(trx, actor, id)
  if (!cancellable.includes(of.status)) throw new Refusal('import_not_possible', { status: of.status })
  await trx
    .updateTable('import')
    .set({ status: 'CANCELLED', task: null, lease: null, lease_until: null, finished_at: sql<string>`now()` })
    .where('merchant_id', '=', of.merchant_id)
    .where('id', '=', id)
    .execute()
}
