import type { Definition, Endpoint, Schemas } from '@kontor/contract/endpoint'
import { problemSchema } from '@kontor/contract/refusal'
import type { z } from 'zod'

const ofEveryRequest = ['invalid_request']
const ofRoles = ['forbidden', 'not_found']
const ofKeptAnswers = ['idempotency_key_in_use', 'idempotency_key_reused']

/** The part of the reference that is about one endpoint. */
export function describeEndpoint(endpoint: Endpoint, schemas: Schemas, reply: z.ZodType | undefined = schemas.reply) {
  const { area, summary, description, status, refusals, gives, isHidden, isSecret, method } = endpoint
  const isCommand = method !== 'GET' && isByRoles(endpoint)
  const said = [
    ...ofEveryRequest,
    ...(isCommand ? ofRoles : []),
    ...refusals,
    ...(isCommand && !isSecret ? ofKeptAnswers : []),
  ]
  return {
    tags: [area],
    summary,
    description: [description, method === 'GET' ? '' : `Refusals: ${said.join(', ')}.`].filter(Boolean).join(' '),
    ...(isHidden ? { hide: true } : {}),
    ...(schemas.query ? { querystring: schemas.query } : {}),
    ...(schemas.body ? { body: schemas.body } : {}),
    response: { ...(status === 204 || gives || !reply ? {} : { [status]: reply }), '4xx': problemSchema },
  }
}

export const isByRoles = ({ access }: Definition): boolean => typeof access !== 'string'
