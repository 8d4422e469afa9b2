/** A migration that ran on a database. */
export interface Applied {
  name: string
  /** The number of the newest migration of the oldest program that works on the tables since; null: one that has it. */
  compatible_with: string | null
  /** The same of the oldest program whose work in the background goes on; null: of every one that works on the tables. */
  works_from: string | null
}

/** `older`: the tables lack a migration of this program. `newer`: a later program made them, for itself alone. */
export type Mismatch = { kind: 'older' | 'newer'; migration: string }

/** What a program does. A later migration may let its requests go on, and not its work in the background. */
export type Does = 'requests' | 'work'

/**
 * Compares the migrations that a program has with those of a database. Undefined: it works with these tables, although a
 * later program may have added to them.
 */
export function mismatchOf(
  known: readonly string[],
  applied: readonly Applied[],
  does: Does = 'requests',
): Mismatch | undefined {
  const run = new Set(applied.map(({ name }) => name))
  const own = new Set(known)
  const newest = numberOf(known.at(-1) ?? '')
  const isEnded = (from: string | null) => from !== null && from > newest
  // Merged after one that this program has: what its lines say in numbers does not tell this program from later ones.
  const isLate = (name: string) => numberOf(name) <= newest
  const newer = applied.find(
    ({ name, compatible_with, works_from }) =>
      !own.has(name) &&
      (compatible_with === null ||
        isEnded(compatible_with) ||
        (does === 'work' && (isEnded(works_from) || isLate(name)))),
  )
  if (newer) return { kind: 'newer', migration: newer.name }
  const missing = known.find((name) => !run.has(name))
  return missing === undefined ? undefined : { kind: 'older', migration: missing }
}

/** The number of a migration, by which programs are compared. */
export const numberOf = (migration: string): string => migration.slice(0, 4)

/** What is wrong and what to do, in one sentence. */
export const mismatchText = ({ kind, migration }: Mismatch): string =>
  kind === 'newer'
    ? `The database is of a newer Kontor, which made ${migration}: start that version, or restore the backup from before it.`
    : `The database is of an older Kontor, and lacks ${migration}: run "kontor migrate" of this version.`
