import { defineEndpoint } from '../../endpoint.ts'
import { pspSettlement } from '../settlement.entity.ts'
import { invoice } from './invoice.entity.ts'
import type * as schemas from './invoice.schemas.ts'

const { roles } = pspSettlement
const reading = { method: 'GET', area: 'invoice', access: invoice.roles.list, module: 'collecting' } as const
const ofProvider = { area: 'invoice', access: roles.update, module: 'collecting' } as const

export const invoiceDocumentEndpoint = defineEndpoint<typeof schemas.invoiceDocumentSchemas>()({
  ...reading,
  name: 'get-invoice-document',
  path: '/v1/invoice/:id/document',
  summary: 'Get what an invoice says',
})

export const exportInvoiceEndpoint = defineEndpoint<typeof schemas.exportInvoiceSchemas>()({
  ...reading,
  name: 'export-invoice-lines',
  path: '/v1/invoice/:id/file',
  summary: 'Download the lines of an invoice and its VAT as CSV',
  gives: 'file',
})

export const exportInvoiceUblEndpoint = defineEndpoint<typeof schemas.exportInvoiceUblSchemas>()({
  ...reading,
  name: 'export-invoice-ubl',
  path: '/v1/invoice/:id/ubl',
  summary: 'Download an invoice or a credit note as UBL 2.1 (Peppol BIS Billing 3), which bookkeeping programs read',
  gives: 'file',
  refusals: ['invoice_not_in_ubl'],
})

/** What was charged stays: it is corrected by one-offs and fees of a later month. */
export const creditInvoiceEndpoint = defineEndpoint<typeof schemas.creditInvoiceSchemas>()({
  ...ofProvider,
  name: 'credit-invoice',
  method: 'POST',
  path: '/v1/psp/invoice/:id/credit',
  summary: 'Take an invoice back with a credit note, and invoice its month again with the particulars of now',
  refusals: [
    'invoice_credited',
    'invoice_is_credit_note',
    'invoice_particulars_missing',
    'invoice_payment_account_missing',
  ],
  changes: ['invoice'],
})

/** Part of the next settlement. What its payments do not cover then is a negative closing, as any other. */
export const takeInvoiceEndpoint = defineEndpoint<typeof schemas.takeInvoiceSchemas>()({
  ...ofProvider,
  name: 'take-invoice',
  method: 'POST',
  path: '/v1/psp/invoice/:id/take',
  summary: 'Take what is not paid of an invoice from the next settlement, with a reason',
  personOnly: true,
  needsFreshFactor: true,
  refusals: ['invoice_nothing_due', 'ledger_not_open'],
  changes: ['invoice'],
})

export const mailInvoiceEndpoint = defineEndpoint<typeof schemas.mailInvoiceSchemas>()({
  ...ofProvider,
  name: 'mail-invoice',
  method: 'POST',
  path: '/v1/psp/invoice/:id/mail',
  summary: 'Mail an invoice to the recipients of the settlement profile once more',
  refusals: ['invoice_without_recipients', 'too_many_attempts'],
  changes: ['invoice'],
})

export const invoiceParticularsEndpoint = defineEndpoint<typeof schemas.invoiceParticularsSchemas>()({
  ...ofProvider,
  access: roles.list,
  name: 'get-invoice-particulars',
  method: 'GET',
  path: '/v1/psp/invoiceparticulars',
  summary: 'Get what invoices say of the provider',
})

export const setInvoiceParticularsEndpoint = defineEndpoint<typeof schemas.setInvoiceParticularsSchemas>()({
  ...ofProvider,
  name: 'set-invoice-particulars',
  method: 'POST',
  path: '/v1/psp/invoiceparticulars',
  summary: 'Set what invoices say of the provider. Without it none is issued',
  changes: ['invoice'],
})
