import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PaymentServices } from '../engine/outbox/await-outcome.ts'
import { receiveReturn } from '../engine/returns/receive-return.ts'
import { readPayerToken } from '../engine/returns/return-address.ts'
import { whatCameAlong } from '../engine/returns/what-came-along.ts'
import type { Limit } from '../identity/access/sign-in-settings.ts'
import { countOrRefuse } from '../identity/guessing/attempts.ts'
import { networkOf } from '../platform/http/network.ts'
import { namesOfReturns } from '../processors/gateways.ts'
import { secretly } from './secretly.ts'

interface ReturnServices extends PaymentServices {
  readonly checkoutLimits: { unknown: Limit; back: Limit }
}

/** What is kept at most of a form, each sign written as three. */
const largestForm = 262_144

/**
 * `/pay/return/{token}`: here the page of a bank or wallet sends the payer back, by GET or by POST. The token is bound to one
 * payment. The payer goes on to the address that the payment had from its beginning, which shows the outcome.
 */
export function payReturn(app: FastifyInstance, services: ReturnServices): void {
  const { databases, masterKey, checkoutLimits: limits, clock } = services

  const receive = async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    const key = readPayerToken(masterKey, 'return', token)
    const count = (scope: 'pay.unknown' | 'pay.return', whose: string, limit: Limit) =>
      countOrRefuse(databases.provider, scope, whose, limit, new Date())
    if (!key) {
      await count('pay.unknown', networkOf(request.ip), limits.unknown)
      return reply.callNotFound()
    }
    await count('pay.return', key.operation, limits.back)
    const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
    const form = typeof request.body === 'string' ? request.body : ''
    const { returned, tooLarge } = whatCameAlong(query, form, namesOfReturns())
    if (tooLarge) request.log.warn({ operation: key.operation, lengths: tooLarge }, 'a payer brought back too much')
    const back = await receiveReturn(services, key, returned, clock.now())
    if (back === undefined) return reply.callNotFound()
    return reply.headers(secretly).redirect(back, 303)
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: largestForm },
      (_request, body, done) => done(null, body),
    )
    // The payer comes back, whatever his bank wrote into the request.
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: largestForm }, (_request, _body, done) =>
      done(null),
    )
    scope.get('/pay/return/:token', { schema: { hide: true }, exposeHeadRoute: false }, receive)
    scope.post('/pay/return/:token', { schema: { hide: true } }, receive)
  })
}
