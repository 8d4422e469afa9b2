import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { findChargeback } from './chargebacks.ts'
import { answer } from './operations.routes.ts'
import { Refused } from './refused.ts'
import { acceptBody, disputeBody } from './requests.ts'

const longestFile = 6 * 1024 * 1024
const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png']

interface OfChargeback {
  Params: { id: string }
}

/** The answers of a merchant to a chargeback: hand in evidence, accept it, dispute it. */
export function answerRoutes(app: FastifyInstance, services: Services) {
  const { db } = services
  const requestOf = async (account: string, id: string, payment: string) => ({
    account,
    chargeback_id: id,
    payment_id: (await findChargeback(db, account, id))?.payment_id ?? payment,
  })

  app.post<OfChargeback>('/v1/chargebacks/:id/accept', async (request, reply) => {
    const body = acceptBody.parse(request.body)
    const account = await accountOf(db, request)
    const of = await requestOf(account.name, request.params.id, body.payment?.id ?? '')
    return answer({ services, request, reply }, account, { ...of, kind: 'accept', ...body })
  })

  app.post<OfChargeback>('/v1/chargebacks/:id/dispute', async (request, reply) => {
    const body = disputeBody.parse(request.body)
    const account = await accountOf(db, request)
    const of = await requestOf(account.name, request.params.id, body.payment?.id ?? '')
    return answer({ services, request, reply }, account, { ...of, kind: 'dispute', ...body })
  })

  app.addContentTypeParser(evidenceTypes, { parseAs: 'buffer', bodyLimit: longestFile }, (_request, body, done) =>
    done(null, body),
  )
  app.put<{ Params: { id: string; reference: string } }>(
    '/v1/chargebacks/:id/evidence/:reference',
    { bodyLimit: longestFile },
    async (request) => {
      const { name: account } = await accountOf(db, request)
      const { id, reference } = request.params
      const type = String(request.headers['content-type'] ?? '')
      if (!Buffer.isBuffer(request.body) || request.body.length === 0)
        throw new Refused(415, 'evidence_refused', `Evidence is one of ${evidenceTypes.join(', ')}`)
      const sha256 = createHash('sha256').update(request.body).digest()
      const name = decodeURIComponent(String(request.headers['x-file-name'] ?? reference)).slice(0, 200)
      const kept = await db.query(
        `insert into evidence (account, reference, chargeback_id, name, content_type, size, sha256)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (account, reference) do update set name = excluded.name
         where evidence.sha256 = excluded.sha256 and evidence.chargeback_id = excluded.chargeback_id`,
        [account, reference, id, name, type, request.body.length, sha256],
      )
      if (!kept.rowCount) throw new Refused(409, 'reference_reused', 'This reference was used for another file')
      return { reference, sha256: sha256.toString('hex') }
    },
  )
}
