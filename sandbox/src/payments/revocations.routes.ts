import type { FastifyInstance } from 'fastify'
import { accountOf } from '../accounts.ts'
import type { Services } from '../services.ts'
import { cardOf, ruleOf } from './behaviour/card-numbers.ts'
import { failAfterWork } from './behaviour/faults.ts'
import { Refused } from './refused.ts'
import { revocationBody } from './requests.ts'
import { revoke } from './revoked-tokens.ts'

/** What the vault says of a card, and its removal: later charges to its token are refused. */
export function revocationRoutes(app: FastifyInstance, services: Services) {
  app.get<{ Params: { token: string } }>('/v1/cards/:token', async (request) => {
    await accountOf(services.db, request)
    const card = cardOf(request.params.token)
    if (!card) throw new Refused(404, 'unknown_card', 'The sandbox keeps no such card')
    const { brand, bin, last_four, issuer_country, funding, holder } = card
    return { brand, bin, last_four, issuer_country, funding, holder }
  })

  app.post('/v1/cards/revoke', async (request, reply) => {
    const { name: account } = await accountOf(services.db, request)
    const { reference, card_token } = revocationBody.parse(request.body)
    const rule = ruleOf(card_token)
    if (!rule) throw new Refused(422, 'unknown_card', 'The sandbox keeps no such card')
    if (rule.token === card_token) throw new Refused(422, 'shared_token', 'A test token is everybody’s')
    const isFirst = await revoke(services.db, account, card_token, reference)
    const answer = JSON.stringify({ reference, status: 'REVOKED' })
    if (isFirst && (await failAfterWork({ services, request, reply }, rule.revocation, answer))) return reply
    return reply.type('application/json').send(answer)
  })
}
