import { Refusal } from '@kontor/contract/refusal'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { type Locked, lockRow } from '../platform/db/locked.ts'

interface StoredPackage {
  id: string
  active: boolean
}

export async function lockPackage(trx: Trx, id: string): Promise<Locked<StoredPackage>> {
  const found = await lockRow(trx.selectFrom('package').select(['id', 'active']).where('id', '=', id))
  if (!found) throw new Refusal('not_found')
  return found
}

export async function refusingTakenName<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (violatedConstraint(error) === 'package_name') throw new Refusal('name_taken', { 'body.name': 'taken' })
    throw error
  }
}
