import { type RawBuilder, sql } from 'kysely'

/** `'A', 'B'`: constants of ours as part of a statement's text, so that it can use an index with such a condition. */
export const literals = (values: readonly string[]): RawBuilder<unknown> =>
  sql.join(values.map((each) => sql.lit(each)))
