import { Refusal } from '@kontor/contract/refusal'
import { violatedConstraint } from './database.ts'

/** `unique`: the constraint or index that allows no second row of this name. */
export async function refusingTakenName<T>(unique: string, written: Promise<T>): Promise<T> {
  try {
    return await written
  } catch (error) {
    if (violatedConstraint(error) === unique) throw new Refusal('name_taken', { 'body.name': 'taken' })
    throw error
  }
}
