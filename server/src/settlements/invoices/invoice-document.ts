import { type Language, languages } from '@kontor/contract/codes/languages'
import { Refusal } from '@kontor/contract/refusal'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

interface Issued {
  document: InvoiceDocument
  merchant: string
  /** That of the merchant. */
  language: Language
}

/** What an invoice says, as it was issued, and to whom. */
export async function issuedInvoice(trx: Trx, actor: Actor, id: string): Promise<Issued> {
  const found = await trx
    .selectFrom('invoice')
    .innerJoin('merchant', 'merchant.id', 'invoice.merchant_id')
    .select(['invoice.content', 'invoice.merchant_id', 'merchant.language'])
    .where('invoice.id', '=', id)
    .where(visibleTo(actor, 'invoice'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const language = languages.find((each) => each === found.language) ?? 'nl'
  // A CHECK holds it to its sha256.
  return { document: JSON.parse(found.content) as InvoiceDocument, merchant: found.merchant_id, language }
}

export const invoiceDocument = async (trx: Trx, actor: Actor, id: string): Promise<InvoiceDocument> =>
  (await issuedInvoice(trx, actor, id)).document
