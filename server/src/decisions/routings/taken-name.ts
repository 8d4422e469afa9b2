import { Refusal } from '@kontor/contract/refusal'
import { violatedConstraint } from '../../platform/db/database.ts'

/** Two routings of one organisation have different names. */
export async function refusingTakenName<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (violatedConstraint(error) === 'routing_name') throw new Refusal('name_taken', { 'body.name': 'taken' })
    throw error
  }
}
