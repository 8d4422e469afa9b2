import {
  creditInvoiceEndpoint,
  exportInvoiceEndpoint,
  invoiceDocumentEndpoint,
  invoiceParticularsEndpoint,
  mailInvoiceEndpoint,
  setInvoiceParticularsEndpoint,
} from '@kontor/contract/settlements/invoices/invoice.endpoints'
import {
  creditInvoiceSchemas,
  exportInvoiceSchemas,
  invoiceDocumentSchemas,
  invoiceParticularsSchemas,
  mailInvoiceSchemas,
  setInvoiceParticularsSchemas,
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
import { invoiceSource } from './invoice.rows.ts'
import { invoiceDocument } from './invoice-document.ts'
import { invoiceFile } from './invoice-file.ts'
import { invoiceParticulars } from './invoice-parties.ts'
import { mailInvoice } from './mail-invoice.ts'
import { setInvoiceParticulars } from './set-invoice-particulars.ts'

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  const { databases } = services
  entityRoutes(app, services, invoiceSource)
  route(app, services, invoiceDocumentEndpoint, invoiceDocumentSchemas, (trx, { actor, id }) =>
    invoiceDocument(trx, actor, id),
  )
  route(
    app,
    services,
    exportInvoiceEndpoint,
    exportInvoiceSchemas,
    async ({ actor, id, reply }) => {
      const document = await inTransaction(databases, actor, (trx) => invoiceDocument(trx, actor, id))
      const { type, extension } = exportKinds.csv
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${document.number}.${extension}"`)
        .send(invoiceFile(document))
    },
    { fileTypes: [exportKinds.csv.type] },
  )
  const answer = answerRow((trx: Trx, actor: Actor, id: string) => requireRow(invoiceSource, trx, actor, id))
  route(
    app,
    services,
    creditInvoiceEndpoint,
    creditInvoiceSchemas,
    answer((trx, { actor, id, body, now }) => creditInvoice(trx, actor, id, body, now)),
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
