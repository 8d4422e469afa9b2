import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Reader, Trx } from '../platform/db/database.ts'

/** A processor that a profile's routing names and the profile lacks, or that it has and the routing does not name. */
interface Misfit {
  code: 'invalid_route' | 'unroutable'
  profile: string
  product: string
  processor: string
}

/** What the trigger `profile_routes_fit` refuses, asked before it does. The caller holds the profiles. */
async function misfitsOf(db: Reader, merchant: string, profiles: readonly string[]): Promise<Misfit[]> {
  if (profiles.length === 0) return []
  const { rows } = await sql<Misfit>`
    with chosen as (
      select payment_profile_id as profile, payment_product as product, routing_id from payment_profile_routing
      where merchant_id = ${merchant} and payment_profile_id = any (${profiles}::uuid[])
    ), owned as (
      select x.payment_profile_id as profile, p.payment_product as product, p.id as processor, x.position
      from payment_profile_processor x join processor p on p.merchant_id = x.merchant_id and p.id = x.processor_id
      where x.merchant_id = ${merchant} and x.payment_profile_id = any (${profiles}::uuid[])
    ), named as (
      select c.profile, c.product, n.processor_id as processor, n.position
      from chosen c join routing_processor n on n.merchant_id = ${merchant} and n.routing_id = c.routing_id
    )
    select 'invalid_route' as code, n.profile, n.product, n.processor from named n
      where not exists (select from owned o where o.profile = n.profile and o.processor = n.processor)
    union all
    select 'unroutable', o.profile, o.product, o.processor from owned o join chosen c using (profile, product)
      where not exists (select from named n where n.profile = o.profile and n.processor = o.processor)
        and (select count(*) from owned x where x.profile = o.profile and x.product = o.product) > 1
    order by 1, 2, 3, 4`.execute(db)
  return rows
}

/**
 * Refuses profiles whose routings name processors that they lack, or leave one of theirs out. `placeOf` says where in the
 * body the misfit is shown. Of several profiles, the refusal names those that the actor sees.
 */
export async function requireRoutesFit(
  db: Reader,
  actor: Actor,
  merchant: string,
  profiles: readonly string[],
  placeOf: (misfit: Misfit) => string,
): Promise<void> {
  const misfits = await misfitsOf(db, merchant, profiles)
  const [first] = misfits
  if (!first) return
  const same = misfits.filter(({ code }) => code === first.code)
  const reason = first.code === 'invalid_route' ? 'invalidRoute' : 'unroutable'
  throw new Refusal(first.code, {
    ...Object.fromEntries(same.map((each) => [placeOf(each), reason])),
    [first.code === 'invalid_route' ? 'missing' : 'unroutable']: distinct(same.map(({ processor }) => processor)),
    ...(profiles.length > 1
      ? { profiles: await seenAmong(db, actor, merchant, distinct(same.map(({ profile }) => profile))) }
      : {}),
  })
}

async function seenAmong(db: Reader, actor: Actor, merchant: string, profiles: readonly string[]): Promise<string[]> {
  const seen = await db
    .selectFrom('payment_profile')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', 'in', profiles)
    .where(visibleTo(actor, 'payment_profile'))
    .orderBy('id')
    .execute()
  return seen.map(({ id }) => id)
}

/** Takes the routings that no longer fit from profiles that lost a processor: their payments go by position again. */
export async function dropMisfits(trx: Trx, merchant: string, profiles: readonly string[]): Promise<void> {
  if (profiles.length === 0) return
  await trx
    .selectFrom('payment_profile')
    .select('id')
    .where('merchant_id', '=', merchant)
    .where('id', 'in', profiles)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { profile, product } of await misfitsOf(trx, merchant, profiles))
    await trx
      .deleteFrom('payment_profile_routing')
      .where('merchant_id', '=', merchant)
      .where('payment_profile_id', '=', profile)
      .where('payment_product', '=', product)
      .execute()
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)]
