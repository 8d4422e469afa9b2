import { endpointsOf } from '@kontor/contract/decisions/routings/tree.rules'
import type pg from 'pg'
import type { Place } from '../structure.ts'
import { configurationOf, type PlacedRouting, type PlacedRuleset } from './configuration.ts'

/**
 * Adds the routings and rulesets of the demo, each at its time and with its versions, as the trail of changes has them. The clock
 * of the engine is set back for it, because the trail takes its times from there.
 */
export async function addDecisions(client: pg.Client, places: readonly Place[], now: number): Promise<void> {
  const steps = places.flatMap((place) => stepsOf(place, now)).toSorted((one, other) => one.at - other.at)
  await client.query('begin')
  // Elsewhere the clock goes forward alone.
  await client.query(`alter table installation drop constraint ${clockGoesForward}`)
  for (const { at, write } of steps) {
    await client.query('update installation set clock_offset_ms = $1', [at - Date.now()])
    await write(client)
  }
  await client.query('update installation set clock_offset_ms = 0')
  await client.query(`alter table installation add constraint ${clockGoesForward} check (clock_offset_ms >= 0)`)
  await client.query('commit')
}

const clockGoesForward = 'installation_clock_offset_ms_check'

interface Step {
  at: number
  write: (client: pg.Client) => Promise<unknown>
}

function stepsOf(place: Place, now: number): Step[] {
  const { routings, rulesets } = configurationOf(place, now)
  return [
    ...routings.flatMap((routing) =>
      routing.versions.map(({ at }, version) => ({
        at,
        write: (client: pg.Client) => writeVersion(client, place, routing, version),
      })),
    ),
    ...rulesets.map((ruleset) => ({ at: ruleset.at, write: (client: pg.Client) => create(client, place, ruleset) })),
    ...rulesets
      .filter(({ until }) => Number.isFinite(until))
      .map(({ id, until }) => ({
        at: until,
        write: (client: pg.Client) =>
          client.query('update validation_ruleset set active = false, version = version + 1 where id = $1', [id]),
      })),
  ]
}

/** The first version comes with its processors, and with the shops that use it. */
async function writeVersion(
  client: pg.Client,
  place: Place,
  { id, name, shops, versions }: PlacedRouting,
  nth: number,
) {
  const { at, tree } = versions[nth] ?? { at: 0, tree: undefined }
  if (!tree) return
  const time = new Date(at).toISOString()
  const details = JSON.stringify(tree)
  if (nth > 0) {
    const values = [details, nth + 1, time, id]
    await client.query('update routing set details = $1, version = $2, updated_at = $3 where id = $4', values)
    return
  }
  await client.query(
    `insert into routing (merchant_id, id, organisation_id, created_at, updated_at, name, payment_product, currency_code, details)
     values ($1, $2, $1, $3, $3, $4, 'card', 'EUR', $5)`,
    [place.id, id, time, name, details],
  )
  await client.query(
    `insert into routing_processor (merchant_id, routing_id, processor_id, payment_product, position)
     select $1, $2, processor, 'card', place from unnest($3::uuid[]) with ordinality as named(processor, place)`,
    [place.id, id, endpointsOf(tree)],
  )
  await client.query(
    `insert into payment_profile_routing (merchant_id, payment_profile_id, payment_product, routing_id)
     select merchant_id, id, 'card', $2 from payment_profile where merchant_id = $1 and name = any($3)`,
    [place.id, id, shops],
  )
}

const create = (client: pg.Client, place: Place, { id, at, name, action, tag, shop, rules }: PlacedRuleset) =>
  client.query(
    `insert into validation_ruleset (merchant_id, id, organisation_id, payment_profile_id, created_at, name, action, tag_id,
       currency_code, rules)
     values ($1, $2, $1, (select id from payment_profile where merchant_id = $1 and name = $3), $4, $5, $6, $7, 'EUR', $8)`,
    [
      ...[place.id, id, shop ?? null, new Date(at).toISOString(), name, action],
      ...[tag === undefined ? null : (place.tagByText.get(tag) ?? null), JSON.stringify(rules)],
    ],
  )
