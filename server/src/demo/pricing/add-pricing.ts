import type { Line, SchemeType } from '@kontor/contract/pricing/price.rules'
import type pg from 'pg'
import type { Random } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'
import { costLines, plusPlusLines, standardLines } from './price-lines.ts'

interface DemoVersion {
  /** Days before now on which it began or begins; absent: it does not apply yet. */
  began?: number
  isSubmitted?: boolean
  lines?: readonly Line[]
  hold_ppm?: number
  hold_days?: number
  share_of?: 'MARGIN'
}

interface DemoScheme {
  type: SchemeType
  name: string
  description: string
  currency_code: string | null
  /** Of all merchants that have no other. */
  isDefault?: boolean
  /** The merchants that have it, and since how many days. */
  merchants?: Readonly<Record<string, number>>
  active?: boolean
  visible?: boolean
  versions: readonly DemoVersion[]
}

/** Before the first payment of the demo. */
const always = 800

const priced = (lines: readonly Line[], change: (line: Line) => Partial<Line>): Line[] =>
  lines.map((line) => ({ ...line, ...change(line) }))

/** Before: iDEAL cheaper and cards dearer. */
const firstLines = priced(standardLines, ({ product, ppm }) =>
  product === 'ideal' ? { fixed: 29 } : product === 'card' ? { ppm: ppm + 1_500 } : {},
)
const cheaperLines = priced(standardLines, ({ product, ppm }) =>
  product === 'ideal' ? { fixed: 27 } : { ppm: Math.round(ppm * 0.9) },
)

const schemes: readonly DemoScheme[] = [
  {
    ...{ type: 'REVENUE', name: 'Standaard', description: 'Voor iedereen zonder eigen afspraak', currency_code: 'EUR' },
    isDefault: true,
    versions: [
      { began: always, lines: firstLines },
      { began: 145, lines: standardLines },
      { lines: priced(standardLines, ({ product }) => (product === 'ideal' ? { fixed: 34 } : {})) },
    ],
  },
  {
    ...{ type: 'REVENUE', name: 'Grootgebruik', description: 'Vanaf 50.000 per maand', currency_code: 'EUR' },
    merchants: { Harbour: always },
    versions: [
      { began: always, lines: cheaperLines },
      { isSubmitted: true, lines: priced(cheaperLines, ({ product }) => (product === 'ideal' ? { fixed: 25 } : {})) },
    ],
  },
  {
    ...{ type: 'REVENUE', name: 'Interchange++', description: 'Kosten van kaarten doorbelast', currency_code: 'EUR' },
    merchants: { 'Lindeman Elektro': 60 },
    versions: [{ began: always, lines: plusPlusLines }],
  },
  {
    ...{ type: 'REVENUE', name: 'Actie 2024', description: 'Voor niemand meer', currency_code: 'EUR' },
    ...{ active: false, visible: false },
    versions: [{ began: always, lines: firstLines }],
  },
  {
    ...{ type: 'COST', name: 'Sandbox', description: 'Wat de processor van de demo rekent', currency_code: 'EUR' },
    isDefault: true,
    versions: [{ began: always, lines: costLines }],
  },
  {
    ...{
      type: 'RESERVE',
      name: '5 %, 90 dagen',
      description: 'Voor verkoop lang voor de levering',
      currency_code: null,
    },
    merchants: { Bloom: 200, Harbour: 120 },
    versions: [{ began: always, hold_ppm: 50_000, hold_days: 90 }],
  },
  {
    ...{ type: 'PARTNER', name: 'Webbouwers', description: 'Een vijfde van de marge', currency_code: 'EUR' },
    merchants: { Bloom: 145 },
    versions: [{ began: always, share_of: 'MARGIN', lines: [{ ...standardLines[0], fixed: 0, ppm: 200_000 } as Line] }],
  },
]

/** The provider's price lists, one being written and one that waits for approval, and which merchant has which. */
export async function addPricing(client: pg.Client, random: Random, now: number): Promise<void> {
  const people = await client.query<{ id: string; name: string }>(
    `select id, name from platform_user where email = any($1) order by email`,
    [['finance@kontor.example', 'psp@kontor.example']],
  )
  const [writer, approver] = people.rows
  if (!writer || !approver) throw new Error('the demo lacks the people who write and approve prices')
  for (const scheme of schemes) await addScheme({ client, random, now, writer, approver }, scheme)
}

interface Making {
  client: pg.Client
  random: Random
  now: number
  writer: { id: string; name: string }
  approver: { id: string; name: string }
}

async function addScheme({ client, random, now, ...people }: Making, scheme: DemoScheme): Promise<void> {
  const { type, name, description, currency_code, active = true, visible = true } = scheme
  const made = now - always * day
  const id = random.id(made)
  await client.query(
    `insert into scheme (id, created_at, type, name, description, currency_code, active, visible)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, new Date(made), type, name, description, currency_code, active, visible],
  )
  for (const [at, version] of scheme.versions.entries())
    await addVersion({ client, random, now, ...people }, { id, type, number: at + 1 }, version)
  if (scheme.isDefault)
    await client.query('insert into scheme_default (type, valid_from, scheme_id) values ($1, $2, $3)', [
      type,
      dayBefore(now, always),
      id,
    ])
  for (const [merchant, days] of Object.entries(scheme.merchants ?? {}))
    await client.query(
      `insert into scheme_assignment (merchant_id, type, valid_from, scheme_id)
        select id, $2, $3, $4 from merchant where name = $1`,
      [merchant, type, dayBefore(now, days), id],
    )
}

async function addVersion(
  { client, random, now, writer, approver }: Making,
  of: { id: string; type: SchemeType; number: number },
  { began, isSubmitted = false, lines = [], ...terms }: DemoVersion,
): Promise<void> {
  const made = now - (began === undefined ? 3 : began + 10) * day
  const id = random.id(made)
  await client.query(
    `insert into scheme_version (id, scheme_id, type, number, created_at, created_by, author_ids, hold_ppm, hold_days, share_of)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      of.id,
      of.type,
      of.number,
      new Date(made),
      writer.name,
      [writer.id],
      terms.hold_ppm ?? null,
      terms.hold_days ?? null,
      terms.share_of ?? null,
    ],
  )
  await client.query(
    `insert into scheme_line (scheme_id, version_id, position, event, product, brand, holder, funding, region, domestic, channel,
        currency_code, amount_from, amount_until, tier_from, tier_until, fixed, ppm, minimum, maximum, passes_on,
        interchange_fixed, interchange_ppm, scheme_fees_fixed, scheme_fees_ppm)
      select $1, $2, row_number() over (), event, product, brand, holder, funding, region, domestic, channel, currency_code,
        amount_from, amount_until, tier_from, tier_until, fixed, ppm, minimum, maximum, passes_on, interchange_fixed,
        interchange_ppm, scheme_fees_fixed, scheme_fees_ppm
      from jsonb_to_recordset($3::jsonb) as x(event text, product text, brand text, holder text, funding text, region text,
        domestic boolean, channel text, currency_code text, amount_from bigint, amount_until bigint, tier_from bigint, tier_until bigint, fixed bigint, ppm int,
        minimum bigint, maximum bigint, passes_on text, interchange_fixed bigint, interchange_ppm int, scheme_fees_fixed bigint,
        scheme_fees_ppm int)`,
    [of.id, id, JSON.stringify(lines)],
  )
  if (began !== undefined || isSubmitted)
    await client.query(
      `update scheme_version set status = $2, submitted_at = $3, submitted_by = $4, activated_at = $5, activated_by = $6,
        valid_from = $7 where id = $1`,
      [
        ...[id, isSubmitted ? 'SUBMITTED' : 'ACTIVE', new Date(made + day), writer.name],
        ...(began === undefined
          ? [null, null, null]
          : [new Date(made + 2 * day), approver.name, dayBefore(now, began)]),
      ],
    )
}

const dayBefore = (now: number, days: number): string => new Date(now - days * day).toISOString().slice(0, 10)
