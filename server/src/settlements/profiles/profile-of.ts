import { type RawBuilder, sql } from 'kysely'

/** The settlement profile `profile` of a settlement `s`: the one by which it closed, else the one that its book has by now. */
export const isItsProfile: RawBuilder<boolean> = sql`(profile.merchant_id = s.merchant_id and case when s.settlement_profile_id is null
  then profile.book_id = s.book_id and profile.currency_code = s.currency_code else profile.id = s.settlement_profile_id end)`
