import { type Definition, type Endpoint, keepsAnswer, type Schemas } from '@kontor/contract/endpoint'
import { problemSchema } from '@kontor/contract/refusal'
import { z } from 'zod'
import { querySchemaOf } from './query-of.ts'

const noneKept = 'Keeps no answer for a key.'

/** Facts for the reference that the endpoint's own data do not hold. */
export interface Besides {
  /** The method to describe, for an endpoint with two. */
  method?: Definition['method']
  reply?: z.ZodType | undefined
  /** Media types of the file that the endpoint takes or gives. */
  fileTypes?: readonly string[] | undefined
  headers?: z.ZodObject | undefined
}

/** The part of the reference about one endpoint. */
export function describeEndpoint(endpoint: Endpoint, schemas: Schemas, besides: Besides = {}) {
  const { area, summary, description, isHidden, refusals, method } = endpoint
  const query = querySchemaOf(endpoint, schemas)
  const keeps = keepsAnswer(endpoint)
  // Those of every operation are named once, at the head of the reference, and those of a key at its header.
  const said = [...(endpoint.needsFreshFactor ? ['fresh_factor_needed'] : []), ...refusals]
  const refusing = method === 'GET' || said.length === 0 ? '' : `Refusals: ${said.join(', ')}.`
  const keeping = method === 'GET' || keeps ? '' : noneKept
  return {
    operationId: operationId(endpoint, besides.method),
    tags: [area],
    summary,
    description: [description, keeping, refusing].filter(Boolean).join(' '),
    ...(isHidden ? { hide: true } : {}),
    ...securityOf(endpoint),
    ...(query ? { querystring: query } : {}),
    ...headersOf(besides, keeps),
    ...bodyOf(endpoint, schemas, besides),
    response: { ...answerOf(endpoint, schemas, besides), '4xx': problem },
  }
}

const idempotencyKey = z.string().max(255).optional().meta({
  description:
    'Of your choice, in visible ASCII. A repetition with the same key and body gets the first answer again, with the header `Idempotency-Replayed: true`, and nothing happens twice. With another body it is refused as idempotency_key_reused, and as idempotency_key_in_use while the first one runs',
})

function headersOf({ headers }: Besides, keeps: boolean): { headers?: z.ZodType } {
  if (!keeps) return headers ? { headers } : {}
  return { headers: z.object({ ...headers?.shape, 'Idempotency-Key': idempotencyKey }) }
}

export const isByRoles = ({ access }: Definition): boolean => typeof access !== 'string'

/** The endpoint's name in camelCase; for a second method the method is added. */
export function operationId({ name, method }: Definition, asked = method): string {
  const id = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return asked === method ? id : `${id}By${asked.charAt(0)}${asked.slice(1).toLowerCase()}`
}

/** The allowed callers. An endpoint by roles needs none here: the head of the reference says a session or a key. */
function securityOf({ access, personOnly }: Definition): { security?: Record<string, string[]>[] } {
  if (access === 'person' || personOnly) return { security: [{ session: [] }] }
  return typeof access === 'string' ? { security: [] } : {}
}

function bodyOf({ takes }: Definition, schemas: Schemas, { fileTypes }: Besides) {
  if (takes?.kind === 'file') return { consumes: fileTypes, body: bytes }
  return schemas.body ? { body: schemas.body } : {}
}

function answerOf({ status, gives }: Definition, schemas: Schemas, { fileTypes = [], reply = schemas.reply }: Besides) {
  if (status === 204) return { 204: nothing }
  if (gives === 'file') return { [status]: answer('The file', fileTypes, bytes) }
  return reply ? { [status]: answer(status === 201 ? 'Made' : 'The answer', ['application/json'], reply) } : {}
}

const answer = (description: string, types: readonly string[], schema: z.ZodType) => ({
  description,
  content: Object.fromEntries(types.map((type) => [type.replace(/;.*/, ''), { schema }])),
})

const bytes = z.string().meta({ format: 'binary' })
const nothing = z.null().meta({ description: 'Done. The answer is empty' })
const problem = answer('Refused', ['application/problem+json'], problemSchema)
