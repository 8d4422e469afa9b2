import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf, refusalOf } from './problem.ts'

/** Answers every error: a refusal in words, a temporary trouble as 503, a defect as 500 with only the request's id. */
export function errorHandling(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem)
}

/** Answers one error, also of a request that reached no route because its address is invalid. */
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
