import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { CheckoutDesk } from './checkout-routes.ts'

/**
 * `/pay/{token}`: the hosted page. Its own small files and no others, and one frame: the processor's, in which alone a card
 * number is typed. The address is a secret, so it is told to nobody and kept nowhere.
 */
export function payPage(app: FastifyInstance, desk: CheckoutDesk, dist: string | undefined): void {
  const file = dist && path.join(path.resolve(dist), 'pay.html')
  if (!file || !existsSync(file)) return
  const html = readFileSync(file, 'utf8')
  app.get('/pay/:token', { schema: { hide: true } }, async (request, reply) => {
    if (request.method === 'HEAD') return reply.callNotFound()
    const { token } = request.params as { token: string }
    const found = await desk.look(token)
    const view = found && (await desk.view(found, undefined).catch(unlessGone))
    return reply
      .code(view ? 200 : 404)
      .header('content-security-policy', policyWith(view?.card_field))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

function unlessGone(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined
  throw error
}

const policyWith = (cardField: string | null | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${cardField ? new URL(cardField).origin : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
