import { Refusal } from '@kontor/contract/refusal'
import type { FastifyRequest } from 'fastify'

/** Refuses a write with our cookie unless the browser says that it comes from our own pages. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('origin_refused')
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(publicUrl).origin) return
  // The header may be no address at all: "null", or any text.
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Refusal('origin_refused')
}
