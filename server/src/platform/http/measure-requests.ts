import type { FastifyInstance, FastifyRequest } from 'fastify'
import { measure } from '../measuring.ts'

/** Measures each request by the pattern of its address. */
export function measureRequests(app: FastifyInstance): void {
  const open = new WeakSet<FastifyRequest>()
  const end = (request: FastifyRequest, code: number, ms: number) => {
    if (!open.delete(request)) return
    measure('request_ended', { method: request.method, route: request.routeOptions.url ?? 'none', code, ms })
  }
  app.addHook('onRequest', async (request) => {
    open.add(request)
    measure('request_begun', {})
  })
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode, reply.elapsedTime))
  app.addHook('onRequestAbort', async (request) => end(request, 0, 0))
}
