import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { takeInvoiceEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { bookOfInvoice, unpaidInvoice } from './unpaid-invoice.ts'

/** Takes what is not paid of an invoice from what its merchant is owed, at once: the next settlements of its books have it. */
export async function takeInvoice(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof takeInvoiceEndpoint>,
): Promise<void> {
  const invoice = await unpaidInvoice(trx, actor, id)
  if (!invoice) throw new Refusal('not_found')
  if (invoice.outstanding === 0n) throw new Refusal('invoice_nothing_due')
  await bookOfInvoice(trx, invoice, invoice.outstanding, {
    ...{ kind: 'invoice_taken', available: 'at once', reason: reason.trim() },
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
  })
}
