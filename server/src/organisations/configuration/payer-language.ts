import { type Language, languages } from '@kontor/contract/codes/languages'
import type { Trx } from '../../platform/db/database.ts'

/** The language of pages and mails of a merchant's payer who has chosen none. */
export async function payerLanguageOf(trx: Trx, merchant: string): Promise<Language> {
  const { language } = await trx
    .selectFrom('merchant')
    .select((select) => select.fn.coalesce('mail_language', 'language').as('language'))
    .where('id', '=', merchant)
    .executeTakeFirstOrThrow()
  return languages.find((each) => each === language) ?? 'nl'
}
