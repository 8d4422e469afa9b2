import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

export async function middleware(
  { db, next }: Making,
  merchant: string,
  given: {
    organisation?: string
    name?: string
    description?: string
    url?: string
    time_limit_ms?: number
    kind?: 'before' | 'after'
    when_silent?: 'go_on' | 'refuse'
    active?: boolean
    /** The payment profiles that ask it, after those that they ask already. */
    profiles?: readonly string[]
  } = {},
): Promise<string> {
  const { id, created_at } = newId(new Date())
  const { organisation = merchant, profiles = [], ...values } = given
  await db
    .insertInto('middleware')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: organisation, provider: 'http' },
      ...{ name: `Middleware ${next()}`, url: 'https://score.example/ask', time_limit_ms: 1_000 },
      ...{ when_silent: 'go_on', ...values },
    })
    .execute()
  for (const payment_profile_id of profiles)
    await db
      .insertInto('payment_profile_middleware')
      .values({ merchant_id: merchant, payment_profile_id, middleware_id: id, position: next() })
      .execute()
  return id
}
