import type { ReplyOf } from '@kontor/contract/endpoint'
import type { tryMiddlewareEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import type { MiddlewareOutcome, MiddlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import { countOrRefuse } from '../identity/guessing/attempts.ts'
import type { Actor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { MiddlewareCalls } from './ask-middleware.ts'
import { copyProblem } from './copy-problem.ts'
import { type StoredMiddleware, seenMiddleware } from './seen-middleware.ts'

interface House {
  readonly databases: Databases
  readonly middleware: Pick<MiddlewareCalls, 'ask' | 'tell'>
}

const limit = { tries: 30, window_ms: 60_000 }

/** Asks about an example that is marked as a test, or tells its outcome. Nothing is kept, and it ends no pause. */
export async function tryMiddleware(
  actor: Actor,
  id: string,
  now: Date,
  house: House,
): Promise<ReplyOf<typeof tryMiddlewareEndpoint>> {
  const { databases, middleware } = house
  const found = await inTransaction(databases, actor, (trx) => seenMiddleware(trx, actor, id))
  await countOrRefuse(databases.provider, 'middleware.try', found.merchant_id, limit, now)
  const call = newId(now).id
  const example = exampleFor(found, now)
  if (found.kind === 'after') {
    const attempted = await middleware.tell(found, call, outcomeOf(example))
    const { status: response_code, duration_ms } = attempted
    return { decision: null, tag: null, reason: null, response_code, duration_ms, problem: copyProblem(attempted) }
  }
  const { reply, problem, response_code, duration_ms } = await middleware.ask(found, call, example)
  const { decision = null, reason = null } = reply ?? {}
  const tag = reply?.decision === 'tag' ? reply.tag : null
  return { decision, tag, reason, response_code, duration_ms, problem }
}

/** A question about a payment that does not exist. */
function exampleFor({ organisation_id: organisation }: StoredMiddleware, now: Date): MiddlewareQuestion {
  const { id, created_at } = newId(now)
  return {
    type: 'payment.asked',
    timestamp: created_at,
    test: true,
    data: {
      ...{ id, created_at, payment_profile: newId(now).id, organisation, amount: 1_000, currency_code: 'EUR' },
      ...{ payment_product: 'card', merchant_reference: 'Example', recurring_type: null, payer_present: true },
      ...{ customer: null, country_code: 'NL', email: null, ip: null, platform: null, browser: null },
      ...{ payment_link: null, subscription: null, terminal: null },
    },
  }
}

function outcomeOf({
  timestamp,
  test,
  data: { payer_present: _, email: __, ip: ___, ...data },
}: MiddlewareQuestion): MiddlewareOutcome {
  return { type: 'payment.outcome', timestamp, test, data: { ...data, status: 'AUTHORIZED', status_reason: null } }
}
