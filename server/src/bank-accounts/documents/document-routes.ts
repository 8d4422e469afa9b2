import {
  addBankAccountDocumentEndpoint,
  listBankAccountDocumentsEndpoint,
  listBankAccountReadingsEndpoint,
  readBankAccountDocumentEndpoint,
  removeBankAccountDocumentEndpoint,
} from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { documentTypes } from '@kontor/contract/bank-accounts/bank-account.rules'
import {
  addBankAccountDocumentSchemas,
  listBankAccountDocumentsSchemas,
  listBankAccountReadingsSchemas,
  readBankAccountDocumentSchemas,
  removeBankAccountDocumentSchemas,
} from '@kontor/contract/bank-accounts/bank-account.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../platform/db/database.ts'
import { sendDocument } from '../../platform/http/document-file.ts'
import { route } from '../../platform/http/endpoint.ts'
import { fileNameHeaders, fileNameOf } from '../../platform/http/file-name.ts'
import type { Services } from '../../platform/http/services.ts'
import { seenBankAccount } from '../locked-bank-account.ts'
import { listReadings, recordReading } from '../readings.ts'
import { addBankAccountDocument } from './add-bank-account-document.ts'
import { listDocuments, readDocument } from './kept-documents.ts'
import { removeBankAccountDocument } from './remove-bank-account-document.ts'

/** Registers the documents that prove bank accounts. The file is the whole request body, whatever type the request claims. */
export function documentRoutes(app: FastifyInstance, services: Services): void {
  const { masterKey } = services
  route(app, services, listBankAccountDocumentsEndpoint, listBankAccountDocumentsSchemas, async (trx, { actor, id }) =>
    listDocuments(trx, await seenBankAccount(trx, actor, id)),
  )
  route(app, services, listBankAccountReadingsEndpoint, listBankAccountReadingsSchemas, async (trx, { actor, id }) =>
    listReadings(trx, await seenBankAccount(trx, actor, id)),
  )
  route(
    app,
    services,
    readBankAccountDocumentEndpoint,
    readBankAccountDocumentSchemas,
    async ({ actor, id, params, reply, now }) => {
      const file = await inTransaction(services.databases, actor, async (trx) => {
        const account = await seenBankAccount(trx, actor, id)
        const read = await readDocument(trx, account, params.document, masterKey)
        await recordReading(trx, actor, account, { what: 'document', document: read.name }, now)
        return read
      })
      return sendDocument(reply, file)
    },
    { fileTypes: documentTypes },
  )
  route(
    app,
    services,
    addBankAccountDocumentEndpoint,
    addBankAccountDocumentSchemas,
    async (trx, { actor, id, now, request }) => {
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('document_refused', { body: 'required' })
      const file = { name: fileNameOf(request), content: body }
      return { answer: await addBankAccountDocument(trx, actor, id, file, now, masterKey) }
    },
    { fileTypes: documentTypes, headers: fileNameHeaders },
  )
  route(
    app,
    services,
    removeBankAccountDocumentEndpoint,
    removeBankAccountDocumentSchemas,
    async (trx, { actor, id, params }) => ({
      answer: await removeBankAccountDocument(trx, actor, id, params),
    }),
  )
}
