/** A migration that ran on a database. */
export interface Applied {
  name: string
  /** The number of the newest migration of the oldest program that works on the tables since; null: one that has it. */
  compatible_with: string | null
}

/** `older`: the tables lack a migration of this program. `newer`: a later program made them, for itself alone. */
export type Mismatch = { kind: 'older' | 'newer'; migration: string }

/**
 * Compares the migrations that a program has with those of a database. Undefined: it works with these tables, although a
 * later program may have added to them.
 */
export function mismatchOf(known: readonly string[], applied: readonly Applied[]): Mismatch | undefined {
  const run = new Set(applied.map(({ name }) => name))
  const own = new Set(known)
  const newest = known.at(-1)?.slice(0, numberLength) ?? ''
  const newer = applied.find(
    ({ name, compatible_with }) => !own.has(name) && (compatible_with === null || compatible_with > newest),
  )
  if (newer) return { kind: 'newer', migration: newer.name }
  const missing = known.find((name) => !run.has(name))
  return missing === undefined ? undefined : { kind: 'older', migration: missing }
}

const numberLength = 4

/** What is wrong and what to do, in one sentence. */
export const mismatchText = ({ kind, migration }: Mismatch): string =>
  kind === 'newer'
    ? `The database is of a newer Kontor, which made ${migration}: start that version, or restore the backup from before it.`
    : `The database is of an older Kontor, and lacks ${migration}: run "kontor migrate" of this version.`
