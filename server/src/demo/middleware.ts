import type pg from 'pg'
import { newId } from '../platform/db/ids.ts'

const shop = 'Bloom België'
const name = 'Fraud score'

/** Lets a shop ask the score of the sandbox about its payments. */
export async function addMiddleware(client: pg.Client, sandboxUrl: string): Promise<void> {
  const { id, created_at } = newId(new Date())
  await client.query(
    `with made as (
      insert into middleware (merchant_id, id, organisation_id, created_at, name, description, provider, url, time_limit_ms,
        when_silent, secret_changed_at)
      select merchant_id, $1, organisation_id, $2, $3, 'Plays a service that scores payments', 'http', $4, 1000, 'go_on', $2
      from payment_profile where name = $5 returning merchant_id)
    insert into payment_profile_middleware (merchant_id, payment_profile_id, middleware_id, position)
    select merchant_id, p.id, $1, 0 from made join payment_profile p using (merchant_id) where p.name = $5`,
    [id, created_at, name, `${sandboxUrl}/score`, shop],
  )
}

/** Moves it to the sandbox's new address. An address that somebody chose stays. */
export async function moveMiddleware(client: pg.Client, sandboxUrl: string): Promise<void> {
  await client.query(`update middleware set url = $1 where name = $2 and url like '%/score'`, [
    `${sandboxUrl}/score`,
    name,
  ])
}
