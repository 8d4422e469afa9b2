import type { ReplyOf } from '@kontor/contract/endpoint'
import type { tryMiddlewareEndpoint } from '@kontor/contract/middleware/middleware.endpoints'
import type { MiddlewareQuestion } from '@kontor/contract/middleware/middleware.message'
import { countOrRefuse } from '../identity/guessing/attempts.ts'
import type { Actor } from '../platform/db/actor.ts'
import { type Databases, inTransaction } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import type { AskMiddleware } from './ask-middleware.ts'
import { type StoredMiddleware, seenMiddleware } from './seen-middleware.ts'

interface House {
  readonly databases: Databases
  readonly ask: AskMiddleware
}

const limit = { tries: 30, window_ms: 60_000 }

/** Asks about an example that is marked as a test. Nothing of the answer is kept, and it ends no pause. */
export async function tryMiddleware(
  actor: Actor,
  id: string,
  now: Date,
  house: House,
): Promise<ReplyOf<typeof tryMiddlewareEndpoint>> {
  const { databases, ask } = house
  const found = await inTransaction(databases, actor, (trx) => seenMiddleware(trx, actor, id))
  await countOrRefuse(databases.provider, 'middleware.try', found.merchant_id, limit, now)
  const { reply, problem, response_code, duration_ms } = await ask(found, newId(now).id, exampleFor(found, now))
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
