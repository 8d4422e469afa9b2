import { type RawBuilder, sql } from 'kysely'

/** The standard rate of a country on a day, in millionths, as a column of SQL. A country without a rate has none to charge. */
export const standardRate = (country: string, day: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  coalesce((select r.ppm from vat_rate r where r.country_code = ${sql.ref(country)} and r.valid_from <= ${day}
    order by r.valid_from desc limit 1), 0)`
