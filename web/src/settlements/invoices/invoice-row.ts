import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { Invoice, invoice } from '@kontor/contract/settlements/invoices/invoice.entity'
import type { Related } from '../../platform/api/related.ts'

export const invoiceRelations = ['credits', 'organisation']

export type InvoiceRow = Populated<
  typeof invoice,
  { credits: Related<Invoice> | null; organisation: Related<Organisation> }
>
