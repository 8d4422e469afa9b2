import { Readable } from 'node:stream'
import {
  cancelImportEndpoint,
  checkImportEndpoint,
  createImportEndpoint,
  importSampleEndpoint,
  importTemplateEndpoint,
  listForeseenRowsEndpoint,
  listRejectionsEndpoint,
  readImportFileEndpoint,
  readRejectedRowsEndpoint,
  rerunImportEndpoint,
  revertImportEndpoint,
  startImportEndpoint,
} from '@kontor/contract/imports/import.endpoints'
import { targetsOf } from '@kontor/contract/imports/import.rules'
import {
  cancelImportSchemas,
  checkImportSchemas,
  createImportSchemas,
  importSampleSchemas,
  importTemplateSchemas,
  listForeseenRowsSchemas,
  listRejectionsSchemas,
  readImportFileSchemas,
  readRejectedRowsSchemas,
  rerunImportSchemas,
  revertImportSchemas,
  startImportSchemas,
} from '@kontor/contract/imports/import.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { type Call, route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import { fileNameHeaders, fileNameOf, plainName } from '../platform/http/file-name.ts'
import { preparing } from '../platform/http/preparing.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { foreseenRows } from './by-command/foreseen-rows.ts'
import { cancelImport } from './cancel-import.ts'
import { checkImport } from './check-import.ts'
import { createImport } from './create-import.ts'
import { lookAtFile } from './file/look-at-file.ts'
import { importSource } from './import.rows.ts'
import { keptFile } from './kept-file.ts'
import { listRejections } from './rejections.ts'
import { rerunImport } from './rerun-import.ts'
import { revertImport } from './revert-import.ts'
import { importSample } from './shown/import-sample.ts'
import { maskedFile } from './shown/masked-file.ts'
import { rejectedRows } from './shown/rejected-rows.ts'
import { startImport } from './start-import.ts'
import { requireFile, type StoredImport, seenImport } from './stored-import.ts'

interface ImportServices extends Services {
  nudgeImports: () => void
}

const typeOf = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
const fileTypes = Object.values(typeOf)
const ourCsv = `${typeOf.csv}; charset=utf-8`

/** The type of a file as it came. A workbook has no characters of its own. */
const kindOf = ({ format, encoding }: Pick<StoredImport, 'format' | 'encoding'>): string =>
  encoding === null || format === 'xlsx' ? typeOf[format] : `${typeOf[format]}; charset=${encoding}`

/** Its tables are the provider's. */
const asProvider = { as: () => 'provider' as const }

export function importRoutes(app: FastifyInstance, services: ImportServices): void {
  const { masterKey, nudgeImports } = services
  const db = services.databases.provider
  entityRoutes(app, services, importSource)

  const looking = preparing(({ request }: Call<typeof createImportEndpoint>) => lookAtFile(request.body))
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(importSource, trx, actor, id)
  const begin = async () => nudgeImports()
  const answer = answerRow(read, begin)
  route(
    app,
    services,
    createImportEndpoint,
    createImportSchemas,
    async (trx, { actor, query, now, request }) => {
      const { body } = request
      const seen = looking.learnt({ request })
      if (!Buffer.isBuffer(body) || !seen) throw new Refusal('invalid_request', { body: 'required' })
      const file = { name: fileNameOf(request), content: body, ...seen }
      const id = await createImport(trx, actor, { ...query, file }, now, masterKey)
      return { answer: await read(trx, actor, id), begin }
    },
    { ...asProvider, fileTypes, headers: fileNameHeaders, prepare: looking.prepare },
  )
  route(
    app,
    services,
    checkImportEndpoint,
    checkImportSchemas,
    answer((trx, { actor, id, body }) => checkImport(trx, actor, id, body, masterKey)),
    asProvider,
  )
  route(
    app,
    services,
    startImportEndpoint,
    startImportSchemas,
    answer((trx, { actor, id }) => startImport(trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    cancelImportEndpoint,
    cancelImportSchemas,
    answer((trx, { actor, id }) => cancelImport(trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    rerunImportEndpoint,
    rerunImportSchemas,
    answer((trx, { actor, id }) => rerunImport(trx, actor, id)),
    asProvider,
  )
  route(
    app,
    services,
    revertImportEndpoint,
    revertImportSchemas,
    answer((trx, { actor, id }) => revertImport(trx, actor, id)),
    asProvider,
  )
  route(app, services, importSampleEndpoint, importSampleSchemas, ({ actor, id, query }) =>
    importSample(db, actor, id, query, masterKey),
  )
  route(app, services, listForeseenRowsEndpoint, listForeseenRowsSchemas, ({ actor, id, query, now }) =>
    foreseenRows({ db, masterKey, now, wall: services.clock, sandbox: undefined }, actor, id, query),
  )
  route(
    app,
    services,
    listRejectionsEndpoint,
    listRejectionsSchemas,
    (trx, { actor, id, query }) => listRejections(trx, actor, id, query),
    asProvider,
  )
  route(
    app,
    services,
    importTemplateEndpoint,
    importTemplateSchemas,
    async ({ query, reply }) =>
      sendFile(reply, ourCsv, `${query.type}-template.csv`, `${targetsOf(query.type).join(',')}\n`),
    { fileTypes: ['text/csv'] },
  )
  route(
    app,
    services,
    readImportFileEndpoint,
    readImportFileSchemas,
    async ({ actor, id, reply }) => {
      const of = await seenImport(db, actor, id)
      requireFile(of)
      const masked = await maskedFile(db, actor, of, masterKey)
      if (masked) return sendFile(reply, ourCsv, `${nameWithoutEnd(of)}.csv`, Readable.from(masked))
      return sendFile(reply, kindOf(of), of.file_name, Readable.from(keptFile(db, of, masterKey)))
    },
    { fileTypes },
  )
  route(
    app,
    services,
    readRejectedRowsEndpoint,
    readRejectedRowsSchemas,
    async ({ actor, id, reply }) => {
      const of = await seenImport(db, actor, id)
      requireFile(of)
      return sendFile(
        reply,
        ourCsv,
        `${nameWithoutEnd(of)}-rejected.csv`,
        Readable.from(rejectedRows(db, actor, of, masterKey)),
      )
    },
    { fileTypes: ['text/csv'] },
  )
}

const nameWithoutEnd = ({ file_name }: StoredImport) => file_name.replace(/\.[A-Za-z0-9]{1,5}$/, '')

/** Sends a file that browsers save and never show. */
function sendFile(reply: FastifyReply, type: string, name: string, content: string | Readable): FastifyReply {
  const whole = plainName(name)
  const plain = whole.replaceAll(/[^\w. -]/g, '_')
  const encoded = encodeURIComponent(whole).replaceAll("'", '%27')
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
    .send(content)
}
