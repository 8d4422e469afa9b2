import type { Trx } from '../platform/db/database.ts'

/** The currency of amounts in rules for which none is given. */
export async function baseCurrency(trx: Trx, merchant: string): Promise<string> {
  const { base_currency } = await trx
    .selectFrom('merchant')
    .select('base_currency')
    .where('id', '=', merchant)
    .executeTakeFirstOrThrow()
  return base_currency
}
