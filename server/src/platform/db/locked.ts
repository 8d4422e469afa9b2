import type { InsertQueryBuilder, SelectQueryBuilder } from 'kysely'

declare const locked: unique symbol

/**
 * A row that nobody else changes until the database transaction ends. Only the functions below make one, and a copy with
 * other values (`{ ...row, status }`) stays one: whoever takes it need not ask whether it was locked.
 */
export type Locked<T> = T & { readonly [locked]: true }

interface Locking<Table> {
  strength?: 'update' | 'no key update'
  of?: Table
  /** A row that another transaction has locked is not waited for, and not found. */
  skipsLocked?: boolean
}

/**
 * Locks the one row that a query finds. `no key update` lets others refer to the row meanwhile (a refund's outcome, an event);
 * `of` names the table that is locked where a query joins several.
 */
export async function lockRow<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { strength = 'update', of, skipsLocked = false }: Locking<T & string> = {},
): Promise<Locked<O> | undefined> {
  const locking = strength === 'update' ? query.forUpdate(of) : query.forNoKeyUpdate(of)
  const found = await (skipsLocked ? locking.skipLocked() : locking).executeTakeFirst()
  return found as Locked<O> | undefined
}

/** A row that this transaction makes is seen by nobody else before it ends. */
export async function insertLocked<D, T extends keyof D, O>(query: InsertQueryBuilder<D, T, O>): Promise<Locked<O>> {
  return (await query.executeTakeFirstOrThrow()) as Locked<O>
}
