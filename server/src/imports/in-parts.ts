import { sql } from 'kysely'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'

/**
 * Writes rows, and where the database refuses them, each half for itself, down to the single row that it refuses. So one
 * row never takes others with it, and the transaction goes on. `done` is what `write` gave for each part.
 */
export async function inParts<R, W>(
  trx: Trx,
  rows: readonly R[],
  write: (part: readonly R[]) => Promise<W>,
): Promise<{ done: W[]; refused: R[] }> {
  if (rows.length === 0) return { done: [], refused: [] }
  await sql`savepoint part`.execute(trx)
  try {
    const written = await write(rows)
    await sql`release savepoint part`.execute(trx)
    return { done: [written], refused: [] }
  } catch (error) {
    if (!isAboutTheData(error)) throw error
    await sql`rollback to savepoint part`.execute(trx)
    await sql`release savepoint part`.execute(trx)
    if (rows.length === 1) return { done: [], refused: [...rows] }
    const middle = Math.ceil(rows.length / 2)
    const first = await inParts(trx, rows.slice(0, middle), write)
    const second = await inParts(trx, rows.slice(middle), write)
    return { done: [...first.done, ...second.done], refused: [...first.refused, ...second.refused] }
  }
}

/** True for an error of a constraint or of a value, which another row does not have. */
export const isAboutTheData = (error: unknown): boolean =>
  violatedConstraint(error) !== undefined ||
  (error instanceof Error && 'code' in error && /^22/.test(String(error.code)))
