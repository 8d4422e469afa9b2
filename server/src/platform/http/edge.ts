import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, refusalOf } from './problem.ts'

/** How every error leaves: refusals in words, temporary troubles as 503, defects as 500 with nothing but the request's id. */
export function errorHandling(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem)
}

/** Also for what is refused before there is a route: an address that is none. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (!refusal) request.log.error({ err: error }, 'defect')
  if (refusal?.code === 'unavailable') request.log.warn({ err: error }, 'unavailable')
  const { code, details } = refusal ?? new Refusal('internal_error')
  const problem = problemOf(code, details, request.id)
  if (problem.status === 503) reply.header('retry-after', '2')
  if (typeof details.retry_after === 'number') reply.header('retry-after', String(details.retry_after))
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(problem))
}
