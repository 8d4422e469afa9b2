import type { Actor } from '../db/actor.ts'
import type { Trx } from '../db/database.ts'
import type { AnyRow } from '../rows/list.ts'
import type { Done } from './run-command.ts'

interface OfRow {
  actor: Actor
  id: string
}

/** Makes the function of a command on a row: it answers the row as the command left it. `begin` runs after the commit. */
export const answerRow =
  (read: (trx: Trx, actor: Actor, id: string) => Promise<AnyRow>, begin?: () => Promise<void>) =>
  <C extends OfRow>(change: (trx: Trx, call: C) => Promise<unknown>) =>
  async (trx: Trx, call: C): Promise<Done<AnyRow>> => {
    await change(trx, call)
    return { answer: await read(trx, call.actor, call.id), ...(begin && { begin }) }
  }
