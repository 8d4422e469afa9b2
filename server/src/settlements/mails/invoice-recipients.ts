import { type RawBuilder, sql } from 'kysely'

/**
 * The addresses that are told of a row of `invoice`: those of the profiles of its currency that are of the whole merchant, as the
 * invoice is. Whoever is told of the settlements of a part of the merchant learns nothing of the rest.
 */
export const invoiceRecipients = (invoice: string): RawBuilder<string[]> => sql`
  array(select distinct r.address from settlement_profile p cross join lateral unnest(p.recipients) as r(address)
    where p.merchant_id = ${sql.ref(`${invoice}.merchant_id`)} and p.currency_code = ${sql.ref(`${invoice}.currency_code`)}
      and p.organisation_id = ${sql.ref(`${invoice}.organisation_id`)} order by r.address)`
