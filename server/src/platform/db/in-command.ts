import type { Actor } from './actor.ts'
import {
  type Databases,
  inTransaction,
  isDeadlocked,
  refersToNothing,
  type TransactionOptions,
  type Trx,
} from './database.ts'

/** Runs a command in one transaction for the actor, and again as `again` says. */
export const inCommand = <T>(
  databases: Databases,
  actor: Actor,
  work: (trx: Trx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => again(() => inTransaction(databases, actor, work, options))

/**
 * Runs the work again when a row was deleted or changed between reading it and referring to it: the next run finds that out, and
 * refuses or answers properly. One row may change under two runs (a shop gets another currency and is then deleted), hardly ever
 * under three. Commands that change several items may also wait for each other, because the trail of changes is written in turn
 * by item: the one that is ended runs again. `mayChange` names further errors that a next run need not meet.
 */
export async function again<T>(
  work: () => Promise<T>,
  mayChange: (error: unknown) => boolean = () => false,
  runs = 3,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (runs === 1 || !(refersToNothing(error) || isDeadlocked(error) || mayChange(error))) throw error
    return again(work, mayChange, runs - 1)
  }
}
