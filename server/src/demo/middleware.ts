import type pg from 'pg'
import { newId } from '../platform/db/ids.ts'

const shop = 'Bloom België'

const services = [
  { kind: 'before', name: 'Fraud score', path: '/score', description: 'Plays a service that scores payments' },
  {
    kind: 'after',
    name: 'Loyalty points',
    path: '/outcome',
    description: 'Plays a service that gives points for payments',
  },
] as const

/** Lets a shop ask the score of the sandbox about its payments, and tell it their outcomes. */
export async function addMiddleware(client: pg.Client, sandboxUrl: string): Promise<void> {
  for (const [position, { kind, name, path, description }] of services.entries()) {
    const { id, created_at } = newId(new Date())
    await client.query(
      `with made as (
        insert into middleware (merchant_id, id, organisation_id, created_at, name, description, provider, kind, url, time_limit_ms,
          when_silent, secret_changed_at, is_kept)
        select merchant_id, $1, organisation_id, $2, $3, $4, 'http', $5, $6, 1000, 'go_on', $2, $5 = 'before'
        from payment_profile where name = $7 returning merchant_id)
      insert into payment_profile_middleware (merchant_id, payment_profile_id, middleware_id, position)
      select merchant_id, p.id, $1, $8 from made join payment_profile p using (merchant_id) where p.name = $7`,
      [id, created_at, name, description, kind, `${sandboxUrl}${path}`, shop, position],
    )
  }
}

/** Moves them to the sandbox's new address. An address that somebody chose stays. */
export async function moveMiddleware(client: pg.Client, sandboxUrl: string): Promise<void> {
  for (const { name, path } of services)
    await client.query('update middleware set url = $1 where name = $2 and url like $3', [
      `${sandboxUrl}${path}`,
      name,
      `%${path}`,
    ])
}
