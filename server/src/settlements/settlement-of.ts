import { type RawBuilder, sql } from 'kysely'

/** The settlement of a row that became available on a day: the one whose range has that day. Null while there is none. */
export const settlementOf = ({ of, book, day }: { of: string; book: string; day: string }): RawBuilder<string | null> =>
  sql`(select settled.id from settlement settled
    where settled.merchant_id = ${sql.ref(`${of}.merchant_id`)} and settled.book_id = ${sql.ref(book)}
      and settled.currency_code = ${sql.ref(`${of}.currency_code`)} and settled.covers @> ${sql.ref(day)})`
