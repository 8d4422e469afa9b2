import {
  creditInvoiceEndpoint,
  exportInvoiceEndpoint,
  exportInvoiceUblEndpoint,
  invoiceDocumentEndpoint,
  invoiceParticularsEndpoint,
  mailInvoiceEndpoint,
  setInvoiceParticularsEndpoint,
  takeInvoiceEndpoint,
} from '@kontor/contract/settlements/invoices/invoice.endpoints'
import {
  creditInvoiceSchemas,
  exportInvoiceSchemas,
  exportInvoiceUblSchemas,
  invoiceDocumentSchemas,
  invoiceParticularsSchemas,
  mailInvoiceSchemas,
  setInvoiceParticularsSchemas,
  takeInvoiceSchemas,
} from '@kontor/contract/settlements/invoices/invoice.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { exportKinds } from '../../platform/export/export-file.ts'
import { answerRow } from '../../platform/http/answer-row.ts'
import { route } from '../../platform/http/endpoint.ts'
import { entityRoutes } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { creditInvoice } from './credit-invoice.ts'
import { invoiceFile } from './files/invoice-file.ts'
import { invoiceUbl } from './files/invoice-ubl.ts'
import { invoiceSource } from './invoice.rows.ts'
import { invoiceDocument, issuedInvoice } from './invoice-document.ts'
import { invoiceParticulars } from './invoice-parties.ts'
import { mailInvoice } from './mail-invoice.ts'
import { setInvoiceParticulars } from './set-invoice-particulars.ts'
import { takeInvoice } from './take-invoice.ts'

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  const { databases, masterKey } = services
  entityRoutes(app, services, invoiceSource)
  route(app, services, invoiceDocumentEndpoint, invoiceDocumentSchemas, (trx, { actor, id }) =>
    invoiceDocument(trx, actor, id),
  )
  route(
    app,
    services,
    exportInvoiceEndpoint,
    exportInvoiceSchemas,
    async ({ actor, id, reply, query }) => {
      const { document, language } = await inTransaction(databases, actor, (trx) => issuedInvoice(trx, actor, id))
      const { type, extension } = exportKinds.csv
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${document.number}.${extension}"`)
        .send(invoiceFile(document, query.language ?? language))
    },
    { fileTypes: [exportKinds.csv.type] },
  )
  route(
    app,
    services,
    exportInvoiceUblEndpoint,
    exportInvoiceUblSchemas,
    async ({ actor, id, reply, query }) => {
      const { document, merchant, language } = await inTransaction(databases, actor, (trx) =>
        issuedInvoice(trx, actor, id),
      )
      return reply
        .type('application/xml')
        .header('content-disposition', `attachment; filename="${document.number}.xml"`)
        .send(invoiceUbl({ of: document, buyer: merchant, language: query.language ?? language }))
    },
    { fileTypes: ['application/xml'] },
  )
  const answer = answerRow((trx: Trx, actor: Actor, id: string) => requireRow(invoiceSource, trx, actor, id))
  route(
    app,
    services,
    creditInvoiceEndpoint,
    creditInvoiceSchemas,
    answer((trx, { actor, id, body, now }) => creditInvoice(trx, actor, id, body, now, masterKey)),
  )
  route(
    app,
    services,
    takeInvoiceEndpoint,
    takeInvoiceSchemas,
    answer((trx, { actor, id, body }) => takeInvoice(trx, actor, id, body)),
  )
  route(
    app,
    services,
    mailInvoiceEndpoint,
    mailInvoiceSchemas,
    answer((trx, { actor, id, now }) => mailInvoice(trx, actor, id, now)),
  )
  route(app, services, invoiceParticularsEndpoint, invoiceParticularsSchemas, (trx) => invoiceParticulars(trx))
  route(app, services, setInvoiceParticularsEndpoint, setInvoiceParticularsSchemas, async (trx, { body }) => {
    await setInvoiceParticulars(trx, body)
    return { answer: await invoiceParticulars(trx) }
  })
}
