import { Refusal } from '@kontor/contract/refusal'
import { violatedConstraint } from '../platform/db/database.ts'

/** Two schemes of one type have different names. */
export async function refusingTakenName<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (violatedConstraint(error) === 'scheme_name') throw new Refusal('name_taken', { 'body.name': 'taken' })
    throw error
  }
}
