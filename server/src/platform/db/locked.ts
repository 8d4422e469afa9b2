import { type InsertQueryBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'

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

/** A locked row in another form, which holds as long as the row does. */
export const inForm = <T>(_row: Locked<object>, form: T): Locked<T> => form as Locked<T>

/** A row that this transaction makes is seen by nobody else before it ends. */
export async function insertLocked<D, T extends keyof D, O>(query: InsertQueryBuilder<D, T, O>): Promise<Locked<O>> {
  return (await query.executeTakeFirstOrThrow()) as Locked<O>
}

/** Runs the database transactions that name the same thing one after the other, where there is no row to lock. */
export async function inTurn(trx: Trx, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`kontor.${thing}`}, 0))`.execute(trx)
}

/** The same for database transactions that may run beside each other, and not beside one that runs in its turn. */
export async function besideEachOther(trx: Trx, thing: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`kontor.${thing}`}, 0))`.execute(trx)
}
