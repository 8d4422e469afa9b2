import { revertImportEndpoint, startImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import type { ImportTask } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { heldRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { requireRole } from '../platform/http/endpoint.ts'
import { ImportProblem } from './file/problem.ts'
import { requireRoleFor, type StoredImport } from './stored-import.ts'

/** Ends an import whose task somebody gave who is disabled now, or has lost the roles to give it. */
export async function requireTaskGiver(trx: Trx, of: StoredImport, task: ImportTask): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; roles: string[] }>`
    select id, name, array(select role from role_grant g where g.user_id = u.id) as roles
    from platform_user u where id = ${of.task_by_id ?? of.created_by_id} and active and merchant_id is null`.execute(
    trx,
  )
  const [person] = rows
  if (!person || !may({ ...person, roles: heldRoles(person.roles, 'provider') }, of, task))
    throw new ImportProblem('Who gave the task may not give it any more.', 'author_gone')
}

function may(person: Pick<Actor, 'id' | 'name' | 'roles'>, { type }: StoredImport, task: ImportTask): boolean {
  const actor: Actor = { ...person, kind: 'user', psp: true, scope: { merchant: null }, time_zone: 'UTC' }
  const isRevert = task === 'revert'
  try {
    requireRole(actor, (isRevert ? revertImportEndpoint : startImportEndpoint).access)
    requireRoleFor(actor, type, isRevert ? 'delete' : 'create')
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
