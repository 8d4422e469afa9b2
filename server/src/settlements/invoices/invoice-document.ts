import { Refusal } from '@kontor/contract/refusal'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'

/** What an invoice says, as it was issued. */
export async function invoiceDocument(trx: Trx, actor: Actor, id: string): Promise<InvoiceDocument> {
  const found = await trx
    .selectFrom('invoice')
    .select('content')
    .where('id', '=', id)
    .where(visibleTo(actor, 'invoice'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  // A CHECK holds it to its sha256.
  return JSON.parse(found.content) as InvoiceDocument
}
