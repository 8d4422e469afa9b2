import type {
  DateOrder,
  ImportFormat,
  ImportStatus,
  ImportTask,
  ImportType,
} from '@kontor/contract/imports/import.rules'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { Refusal } from '@kontor/contract/refusal'
import { statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import type { Selectable } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'
import { requireRole } from '../platform/http/endpoint.ts'
import type { Import } from '../schema.ts'
import type { DecimalSign } from './file/amount.ts'

/** CHECKs and our own code write nothing else. */
interface Words {
  type: ImportType
  format: ImportFormat
  status: ImportStatus
  task: ImportTask | null
  unfinished: Exclude<ImportTask, 'check'> | null
  decimal_sign: DecimalSign | null
  date_order: DateOrder | null
  mapping: Record<string, string>
}
export type StoredImport = Omit<Selectable<Import>, keyof Words> & Words

/** An import that the actor may see. */
export async function seenImport(db: Reader, actor: Actor, id: string): Promise<StoredImport> {
  const found = await imports(db).where('id', '=', id).where(visibleTo(actor, 'import')).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

/** The same, which nobody else changes until the transaction ends: neither a person nor the work in the background. */
export async function lockImport(trx: Trx, actor: Actor, id: string): Promise<Locked<StoredImport>> {
  const found = await lockRow(imports(trx).where('id', '=', id).where(visibleTo(actor, 'import')), {
    strength: 'no key update',
  })
  if (!found) throw new Refusal('not_found')
  return found
}

export const imports = (db: Reader) => db.selectFrom('import').selectAll().$narrowType<Words>()

/** Refuses a command that the status does not allow, or while another one is carried out. */
export function requireStatus(of: StoredImport, statuses: readonly ImportStatus[]): void {
  if (of.task !== null || !statuses.includes(of.status))
    throw new Refusal('import_not_possible', { status: of.status, ...(of.task ? { task: of.task } : {}) })
}

/** Refuses what needs the file when it is no longer kept, or never was. */
export function requireFile(of: StoredImport): void {
  if (of.sha256 === null || of.file_deleted_at !== null) throw new Refusal('import_not_possible', { file: 'deleted' })
}

/**
 * Refuses an import of merchants to those who may not add or delete merchants: it gives their users rights. Statuses are given by
 * super users, and by no program.
 */
export function requireRoleFor(actor: Actor, type: ImportType, verb: 'create' | 'delete'): void {
  if (type === 'merchant') requireRole(actor, merchant.roles[verb])
  if (type !== 'status_update') return
  requireRole(actor, statusUpdate.roles[verb])
  if (actor.kind !== 'user') throw new Refusal('forbidden', { caller: 'person_only' })
}

/**
 * Refuses a file of statuses to everybody but the one who handed it in: in that name they are changed, or asked for of a second
 * person, who might otherwise be the one who chose them.
 */
export function requireAuthor(actor: Actor, { type, created_by_id }: StoredImport): void {
  if (type === 'status_update' && actor.id !== created_by_id) throw new Refusal('forbidden', { caller: 'author_only' })
}

/** A file of statuses may move as much as a second person's approval, so carrying it out asks for the same fresh factor. */
function requireFactorFor(actor: Actor, { type }: StoredImport): void {
  if (type === 'status_update' && !actor.hasFreshFactor) throw new Refusal('fresh_factor_needed')
}

/** An import whose rows are to be carried out. Refuses whoever may not have that done, and what its status or its file does not allow. */
export async function lockToCarryOut(
  trx: Trx,
  actor: Actor,
  id: string,
  statuses: readonly ImportStatus[],
): Promise<Locked<StoredImport>> {
  const of = await lockImport(trx, actor, id)
  requireRoleFor(actor, of.type, 'create')
  requireAuthor(actor, of)
  requireFactorFor(actor, of)
  requireFile(of)
  requireStatus(of, statuses)
  return of
}

/** The status of an import that came to the end of its file. */
export function statusAfter({
  added,
  known,
  rejected,
}: Readonly<Record<'added' | 'known' | 'rejected', number>>): 'DONE' | 'PARTLY_DONE' | 'FAILED' {
  if (rejected === 0) return 'DONE'
  return added + known > 0 ? 'PARTLY_DONE' : 'FAILED'
}
