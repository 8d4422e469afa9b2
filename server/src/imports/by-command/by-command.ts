import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { scopeBelow } from '../../platform/db/scope-below.ts'
import type { Batch, Fault, ImportHouse, Told } from '../batch.ts'
import { isAboutTheData } from '../in-parts.ts'
import type { StoredImport } from '../stored-import.ts'

/** Few in a transaction: each holds locks of the trail of changes, which whoever changes anything takes one after the other. */
export const commandsAtOnce = 50

export interface Numbered<R> {
  line: number
  row: R
}

/** What a row became: something new, which may be taken back by its id; something that is there; or nothing. */
export type Became = { made: string } | 'known' | Omit<Fault, 'line'>

interface ByCommand<R> {
  /** Batches that name the same thing are written one after the other. */
  turn: string
  /** True: what a row makes is kept for taking it back. */
  keepsMade?: boolean
  /** Carries out the command that people use for one of them. What it throws is a fault of the row, as far as `faultOf` knows it. */
  make: (trx: Trx, row: R) => Promise<Became>
  faultOf: (error: unknown) => Omit<Fault, 'line'> | undefined
}

/**
 * Rows that a command makes one by one. The check carries the same commands out and takes everything back, so that it finds
 * what the import will find.
 */
export function byCommand<R>(
  { rows, faults }: { rows: readonly Numbered<R>[]; faults: readonly Fault[] },
  command: ByCommand<R>,
): Batch {
  const write = async (trx: Trx): Promise<Told> => {
    await inTurn(trx, command.turn)
    const told: Told = { added: 0, known: 0, faults: [...faults], made: [] }
    for (const { line, row } of rows) {
      const became = await alone(trx, command, row)
      if (became === 'known') told.known += 1
      else if ('code' in became) told.faults.push({ line, ...became })
      else {
        told.added += 1
        if (command.keepsMade) told.made.push({ line, id: became.made })
      }
    }
    return told
  }
  return { write, look: (trx) => takenBack(trx, write) }
}

/** A row that is refused changes nothing, and the transaction goes on. */
async function alone<R>(trx: Trx, { make, faultOf }: ByCommand<R>, row: R): Promise<Became> {
  await sql`savepoint one_row`.execute(trx)
  try {
    const became = await make(trx, row)
    await sql`release savepoint one_row`.execute(trx)
    return became
  } catch (error) {
    const fault = isAboutTheData(error) ? { code: 'refused_by_database' as const } : faultOf(error)
    if (!fault) throw error
    await sql`rollback to savepoint one_row`.execute(trx)
    await sql`release savepoint one_row`.execute(trx)
    return fault
  }
}

async function takenBack(trx: Trx, write: (trx: Trx) => Promise<Told>): Promise<Told> {
  await sql`savepoint only_looked`.execute(trx)
  const told = await write(trx)
  await sql`rollback to savepoint only_looked`.execute(trx)
  await sql`release savepoint only_looked`.execute(trx)
  return { ...told, made: [] }
}

/** Who handed the file in, as far as the organisation of the import reaches. */
export async function actorOf({ db }: ImportHouse, of: StoredImport): Promise<Actor> {
  const scope = await scopeBelow(db, of.merchant_id, [of.organisation_id ?? of.merchant_id])
  const who = { kind: 'user', id: of.created_by_id, name: of.created_by ?? of.file_name } as const
  return { ...who, psp: true, roles: [], scope, time_zone: 'UTC' }
}
