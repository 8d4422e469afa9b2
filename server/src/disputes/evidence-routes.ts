import { fileNameHeader } from '@kontor/contract/disputes/chargeback.rules'
import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { type EvidenceType, evidenceLimits } from '@kontor/contract/disputes/chargeback.rules'
import { problemSchema, Refusal } from '@kontor/contract/refusal'
import { lineOfText } from '@kontor/contract/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listEvidence, readEvidence } from '../engine/stored-evidence.ts'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { idOf, requireRole } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { getRow } from '../platform/rows/list.ts'
import { chargebackSource } from './chargeback.rows.ts'
import { addEvidence, removeEvidence } from './evidence.ts'

const tags = ['chargeback']
const fileName = lineOfText(150).min(1)

/** The files with which a chargeback is disputed. A file is the body of its request, of whatever type it says it is. */
export async function evidenceRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { databases, clock } = services
  const list = '/v1/chargeback/:id/evidence'

  app.get(
    list,
    { schema: { tags, summary: 'Evidence of a chargeback', response: { 200: evidenceList, '4xx': problemSchema } } },
    async (request) => {
      const actor = await reader(request)
      return inTransaction(databases, actor, async (trx) => listEvidence(trx, await seen(trx, actor, request)))
    },
  )

  app.get(`${list}/:evidence`, { schema: { tags, summary: 'A file of evidence' } }, async (request, reply) => {
    const actor = await reader(request)
    const file = await inTransaction(databases, actor, async (trx) =>
      readEvidence(trx, await seen(trx, actor, request), evidenceId(request)),
    )
    return reply
      .type(file.content_type)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', attachment(file.name, file.content_type as EvidenceType))
      .send(file.content)
  })

  app.delete(
    `${list}/:evidence`,
    { schema: { tags, summary: 'Remove a file of evidence', response: { '4xx': problemSchema } } },
    async (request, reply) => {
      const actor = await writer(request)
      await inTransaction(databases, actor, (trx) => removeEvidence(trx, actor, idOf(request), evidenceId(request)))
      return reply.code(204).send()
    },
  )

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: evidenceLimits.bytes }, (_request, body, done) =>
      done(null, body),
    )
    // Before five megabytes are read, it is known from whom.
    scope.addHook('onRequest', async (request) => void (await writer(request)))
    scope.post(
      list,
      {
        bodyLimit: evidenceLimits.bytes,
        schema: {
          tags,
          summary: 'Add a file of evidence: PDF, JPEG or PNG, as the body',
          description: `Its name is in ${fileNameHeader}, percent-encoded. The same file again is not added again.`,
          response: { 201: evidence, '4xx': problemSchema },
        },
      },
      async (request, reply) => {
        const actor = await writer(request)
        const { body } = request
        if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('evidence_refused', { body: 'required' })
        const file = { name: nameOf(request), content: body }
        const added = await inTransaction(databases, actor, (trx) =>
          addEvidence(trx, actor, idOf(request), file, clock.now()),
        )
        return reply.code(201).send(added)
      },
    )
  })

  async function reader(request: FastifyRequest): Promise<Actor> {
    const actor = await services.authenticate(request)
    requireRole(actor, chargeback.roles.list)
    return actor
  }
  async function writer(request: FastifyRequest): Promise<Actor> {
    const actor = await services.authenticate(request)
    requireRole(actor, chargeback.roles.update)
    return actor
  }
}

async function seen(trx: Trx, actor: Actor, request: FastifyRequest): Promise<{ merchant_id: string; id: string }> {
  const row = await getRow(chargebackSource, trx, actor, idOf(request))
  if (!row) throw new Refusal('not_found')
  return { merchant_id: String(row.merchant), id: row.id }
}

function evidenceId(request: FastifyRequest): string {
  const { evidence: id } = request.params as { evidence: string }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Refusal('not_found')
  return id.toLowerCase()
}

/** The last part of what may be a path. */
function nameOf(request: FastifyRequest): string {
  const sent = String(request.headers[fileNameHeader] ?? '')
  let name: string
  try {
    name = decodeURIComponent(sent)
  } catch {
    name = ''
  }
  const read = fileName.safeParse(name.split(/[\\/]/).at(-1))
  if (!read.success) throw new Refusal('invalid_request', { [`headers.${fileNameHeader}`]: 'invalid_value' })
  return read.data
}

const endings: Readonly<Record<EvidenceType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

/** Never shown, always saved, under a name that ends as its content is. */
function attachment(name: string, type: EvidenceType): string {
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  const whole = `${stem || 'evidence'}.${endings[type]}`
  const plain = whole.replaceAll(/[^\w. -]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole).replaceAll("'", '%27')}`
}
