import type pg from 'pg'
import type { Place } from '../structure.ts'
import type { Random } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'

interface DemoPackage {
  name: string
  description: string
  /** Names of schemes by type. */
  schemes: Readonly<Record<string, string>>
  schedule?: string
  delay_days?: number
  minimum?: number
  /** The places of its merchants, and since how many days. */
  merchants: Readonly<Record<number, number>>
}

/** Before the first payment of the demo. */
const always = 800

const packages: readonly DemoPackage[] = [
  {
    ...{ name: 'Start', description: 'Voor wie net begint: vaste prijzen, twee keer per week betaald' },
    ...{ schemes: { REVENUE: 'Standaard', COST: 'Sandbox' }, schedule: 'Dinsdag en vrijdag', minimum: 2_500 },
    merchants: { 4: 400, 7: always },
  },
  {
    ...{ name: 'Groei', description: 'Vanaf 50.000 per maand: lagere prijzen, elke bankdag betaald' },
    ...{ schemes: { REVENUE: 'Grootgebruik' }, schedule: 'Elke bankdag', delay_days: 1 },
    merchants: { 5: 200 },
  },
]

/** What the demo's provider sells under a name, to merchants that have it since long. After prices and schedules. */
export async function addPackages(
  client: pg.Client,
  random: Random,
  places: readonly Place[],
  now: number,
): Promise<void> {
  const made = now - always * day
  for (const each of packages) {
    const id = random.id(made)
    await client.query(
      `insert into package (id, created_at, name, description, currency_code, schedule_id, delay_days, minimum)
        values ($1, $2, $3, $4, 'EUR', (select id from settlement_schedule where name = $5), $6, $7)`,
      [
        ...[id, new Date(made), each.name, each.description, each.schedule ?? null],
        ...[each.delay_days ?? null, each.minimum ?? null],
      ],
    )
    for (const [type, name] of Object.entries(each.schemes))
      await client.query(
        `insert into package_scheme (package_id, type, valid_from, scheme_id)
          select $1, type, $4, id from scheme where type = $2 and name = $3`,
        [id, type, name, dayBefore(now, always)],
      )
    for (const [place, days] of Object.entries(each.merchants))
      await client.query(
        `insert into package_assignment (merchant_id, valid_from, package_id) select id, $2, $3 from merchant where id = $1`,
        [places[Number(place)]?.id ?? null, dayBefore(now, days), id],
      )
  }
}

/** Lets the server rehearse the version that waits for approval, over the last three months. */
export async function rehearseSubmitted(client: pg.Client, random: Random, now: number): Promise<void> {
  await client.query(
    `insert into scheme_rehearsal (id, created_at, version_id, revision, first_day, last_day, is_portfolio, merchant_ids, created_by, months)
      select $1, $3, v.id, v.revision, date_trunc('month', $2::date) - interval '2 months',
        date_trunc('month', $2::date) + interval '1 month' - interval '1 day', true,
        array(select m.id from merchant m where has_scheme_from(m.id, 'REVENUE', v.scheme_id, $2::date) order by m.id),
        v.created_by, 3
      from scheme_version v where v.status = 'SUBMITTED' and v.type = 'REVENUE'`,
    [random.id(now), new Date(now).toISOString().slice(0, 10), new Date(now)],
  )
}

const dayBefore = (now: number, days: number): string => new Date(now - days * day).toISOString().slice(0, 10)
