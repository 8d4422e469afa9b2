import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { requireSeenList } from './require-list.ts'

const reports = (trx: Trx, actor: Actor, id: string) =>
  trx.selectFrom('report').selectAll('report').where('id', '=', id).where(visibleTo(actor, 'report'))

type StoredReport = Awaited<ReturnType<ReturnType<typeof reports>['executeTakeFirstOrThrow']>>

/** A report that the actor sees, and whose list the actor may open at this moment. */
export async function seenReport(trx: Trx, actor: Actor, id: string): Promise<StoredReport> {
  return permitted(actor, await reports(trx, actor, id).executeTakeFirst())
}

/** The same, locked: the queue does not end it meanwhile. */
export async function lockReport(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredReport>> {
  return permitted(actor, await lockRow(reports(trx, actor, id)))
}

function permitted<R extends { type: string }>(actor: Actor, found: R | undefined): R {
  if (!found) throw new Refusal('not_found')
  requireSeenList(actor, found.type)
  return found
}
