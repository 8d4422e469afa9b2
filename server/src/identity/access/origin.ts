import { Refusal } from '@kontor/contract/refusal'
import type { FastifyRequest } from 'fastify'

/** A write that comes with our cookie must come from our own pages: the browser says where from. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('origin_refused')
  const { origin, host } = request.headers
  if (origin === undefined) return
  if (origin === new URL(publicUrl).origin) return
  // The browser's word may be no address at all: "null", or anything.
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new Refusal('origin_refused')
}
