import {
  addEvidenceEndpoint,
  listEvidenceEndpoint,
  readEvidenceEndpoint,
  removeEvidenceEndpoint,
} from '@kontor/contract/disputes/chargeback.endpoints'
import { evidenceTypes } from '@kontor/contract/disputes/chargeback.rules'
import {
  addEvidenceSchemas,
  listEvidenceSchemas,
  readEvidenceSchemas,
  removeEvidenceSchemas,
} from '@kontor/contract/disputes/chargeback.schemas'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import { listEvidence, readEvidence } from '../engine/records/stored-evidence.ts'
import type { Actor } from '../platform/db/actor.ts'
import { inTransaction, type Trx } from '../platform/db/database.ts'
import { sendDocument } from '../platform/http/document-file.ts'
import { route } from '../platform/http/endpoint.ts'
import { fileNameHeaders, fileNameOf } from '../platform/http/file-name.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { addEvidence } from './add-evidence.ts'
import { chargebackSource } from './chargeback.rows.ts'
import { removeEvidence } from './remove-evidence.ts'

/**
 * Registers the evidence files of chargebacks. The file is the whole request body, whatever content type the request
 * claims.
 */
export function evidenceRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listEvidenceEndpoint, listEvidenceSchemas, async (trx, { actor, id }) =>
    listEvidence(trx, actor, await seen(trx, actor, id)),
  )
  route(
    app,
    services,
    readEvidenceEndpoint,
    readEvidenceSchemas,
    async ({ actor, id, params, reply }) => {
      const file = await inTransaction(services.databases, actor, async (trx) =>
        readEvidence(trx, await seen(trx, actor, id), params.evidence),
      )
      return sendDocument(reply, file)
    },
    { fileTypes: evidenceTypes },
  )
  route(app, services, removeEvidenceEndpoint, removeEvidenceSchemas, async (trx, { actor, id, params }) => ({
    answer: await removeEvidence(trx, actor, id, params),
  }))
  route(
    app,
    services,
    addEvidenceEndpoint,
    addEvidenceSchemas,
    async (trx, { actor, id, now, request }) => {
      const { body } = request
      if (!Buffer.isBuffer(body) || body.length === 0) throw new Refusal('evidence_refused', { body: 'required' })
      return { answer: await addEvidence(trx, actor, id, { name: fileNameOf(request), content: body }, now) }
    },
    { fileTypes: evidenceTypes, headers: fileNameHeaders },
  )
}

async function seen(trx: Trx, actor: Actor, id: string): Promise<{ merchant_id: string; id: string }> {
  const row = await requireRow(chargebackSource, trx, actor, id)
  return { merchant_id: String(row.merchant), id: row.id }
}
