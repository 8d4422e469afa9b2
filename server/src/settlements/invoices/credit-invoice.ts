import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { creditInvoiceEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { invoiceInTurn } from './invoice-month.ts'
import { requireProviderParty } from './invoice-parties.ts'
import { insertInvoice, reckonInvoice, writeInvoice } from './issue-invoice.ts'

/**
 * Takes an invoice back with a credit note and invoices its month again, so that both together say what was charged. The amounts
 * are the same, because they are the ledger's; names, addresses and numbers are those of now, and it asks for what is not paid yet.
 */
export async function creditInvoice(
  trx: Trx,
  actor: Actor,
  id: string,
  { reason }: ReadBody<typeof creditInvoiceEndpoint>,
  now: Date,
  masterKey: string,
): Promise<void> {
  const found = await trx
    .selectFrom('invoice')
    .select(['merchant_id', 'currency_code', 'month', 'edition', 'kind', 'content'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'invoice'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  if (found.kind === 'CREDIT_NOTE') throw new Refusal('invoice_is_credit_note')
  await requireProviderParty(trx)
  const { merchant_id, currency_code, month, edition, content } = found
  const of = { merchant_id, currency_code, month }
  await inTurn(trx, invoiceInTurn(of))
  const credited = await trx
    .selectFrom('invoice')
    .select('number')
    .where('merchant_id', '=', merchant_id)
    .where('credits', '=', id)
    .executeTakeFirst()
  if (credited) throw new Refusal('invoice_credited', { number: credited.number })
  // A CHECK holds it to its sha256.
  const document = JSON.parse(content) as InvoiceDocument
  const credits = { id, reason: reason.trim(), by: actor.name }
  const reckoned = await reckonInvoice(trx, of)
  await insertInvoice(trx, of, {
    edition,
    now,
    credits,
    document: (head) => takenBack(document, head, credits.reason),
  })
  if (reckoned) await writeInvoice(trx, of, reckoned, { edition: edition + 1, now, masterKey })
}

function takenBack(of: InvoiceDocument, head: Partial<InvoiceDocument>, reason: string): InvoiceDocument {
  const { net, vat_total, total } = of
  return {
    ...of,
    ...head,
    lines: of.lines.map((line) => ({ ...line, base: line.base === null ? null : -line.base, amount: -line.amount })),
    vat: of.vat.map((part) => ({ ...part, base: -part.base, amount: -part.amount })),
    ...{ net: -net, vat_total: -vat_total, total: -total, due: 0, paid: 0, payment: null, settlements: [] },
    is_settled: true,
    credits: { number: of.number, issued_on: of.issued_on, reason },
  }
}
