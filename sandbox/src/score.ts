import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

/** What the sandbox's score answers, by a word in the reference of the order. The first one that fits counts. */
export const scoreRules = [
  { word: 'SCORE-BLOCK', answer: { decision: 'block', reason: 'Known for fraud' }, says: 'blocks the payment' },
  { word: 'SCORE-TAG', answer: { decision: 'tag', tag: 'VIP', reason: 'Known customer' }, says: 'gives the tag VIP' },
  {
    word: 'SCORE-3DS',
    answer: { decision: '3dSecure', reason: 'An unusual hour' },
    says: 'demands 3-D Secure, where the payer is there',
  },
  { word: 'SCORE-LIE', answer: { decision: 'perhaps' }, says: 'answers what nobody understands' },
] as const
/** A payment of this amount and more, in minor units, is blocked. */
export const scoreLimit = 1_000_000

const question = z.object({ data: z.object({ amount: z.int(), merchant_reference: z.string() }) })

/** A service that a payment passes on its way, and one that is told outcomes. It checks no signature: what it plays is not whether it believes us. */
export function scoreRoutes(app: FastifyInstance): void {
  app.post('/score', async (request) => {
    const { amount, merchant_reference } = question.parse(request.body).data
    const rule = scoreRules.find(({ word }) => merchant_reference.toUpperCase().includes(word))
    if (rule) return rule.answer
    return amount >= scoreLimit ? { decision: 'block', reason: 'A very large amount' } : { decision: 'none' }
  })
  app.post('/outcome', (_request, reply) => reply.code(204).send())
}
