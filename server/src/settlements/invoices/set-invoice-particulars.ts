import type { ReadBody } from '@kontor/contract/endpoint'
import type { setInvoiceParticularsEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import type { Trx } from '../../platform/db/database.ts'

/** Sets what invoices say of the provider from now on. */
export async function setInvoiceParticulars(
  trx: Trx,
  values: ReadBody<typeof setInvoiceParticularsEndpoint>,
): Promise<void> {
  await trx.updateTable('installation').set(values).execute()
}
