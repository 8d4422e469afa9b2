import {
  type Condition,
  type Facts,
  operatorsOf,
  type RuleName,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { type Branch, isBranch, type Node, route } from '@kontor/contract/decisions/routings/tree.rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { makers } from '../../../test/make.ts'
import { convert } from '../../exchange-rates/convert.ts'
import { type Databases, openDatabases } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { factsAsked, knownFacts } from '../facts/facts-of.ts'
import { lotsOf } from '../lots.ts'
import { holdAll } from '../rulesets/judge.ts'
import { allSql, treeSql } from './conditions-sql.ts'
import { type Amounts, amountsIn, columnsIn, pastPayments } from './past-payments.ts'

/** `KONTOR_TEST_TREES` and `KONTOR_TEST_SEED` choose how many trees and which. */
const seeded = {
  numRuns: Math.min(Number(process.env['KONTOR_TEST_TREES'] ?? 150), 2_000),
  seed: Number(process.env['KONTOR_TEST_SEED'] ?? 22),
}
const paymentCount = 300
const now = new Date('2026-03-15T12:00:00Z')
const rates = new Map([
  ['USD', '1.0832'],
  ['JPY', '163.21'],
])

let database: TestDatabase
let databases: Databases
let merchant: string
let amounts: Amounts
/** Each payment's id with the facts that TypeScript gives. */
let payments: { id: string; facts: Facts }[]
const customers: string[] = []
const [cardA, cardB] = ['00000000-0000-4000-8000-0000000000aa', '00000000-0000-4000-8000-0000000000ab']

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  const make = makers(databases, { masterKey: database.masterKey, processorUrl: '', credential: {} as never })
  const shop = await make.merchant()
  merchant = shop.merchant
  for (const status of ['VERIFIED', 'UNVERIFIED', 'UNKNOWN'])
    customers.push(await make.customer(merchant, { status } as never))
  const admin = new pg.Client(database.adminUrl)
  await admin.connect()
  await admin.query(`select ensure_partitions('2026-02-01', '2026-03-31')`)
  // Rows with every kind of missing value need no parents here.
  await admin.query('set session_replication_role = replica')
  await admin.query(`update merchant set mcc = '5411' where id = $1`, [merchant])
  for (const [code, rate] of rates)
    await admin.query(
      `insert into exchange_rate (currency_code, day, rate, source, fetched_at) values ($1, '2026-03-13', $2, 'test', now())
        on conflict do nothing`,
      [code, rate],
    )
  await admin.query(`insert into payment_profile (merchant_id, id, organisation_id, name, display_name, currency_code)
    select merchant_id, gen_random_uuid(), organisation_id, code, code, code from payment_profile, unnest('{USD,JPY,SEK}'::text[]) code
    where merchant_id = '${merchant}'`)
  payments = await insertPayments(admin, shop.processor, shop.profile)
  await admin.end()
  amounts = await amountsIn(databases.provider, merchant, ['EUR', 'USD'], now)
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

/** The same numbers in every run. */
function picker() {
  let state = 7
  return <T>(values: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return values[Math.floor((state / 2_147_483_648) * values.length)] as T
  }
}

const amountsAsked = [0, 1, 1_500, 3_000, 5_001, Number.MAX_SAFE_INTEGER]
const asked: Record<RuleName, readonly (string | number | boolean)[]> = {
  '3ds': [true, false],
  amount: amountsAsked,
  card: [cardA, cardB],
  card_brand: ['visa', 'amex', 'maestro'],
  card_bin: [411_111, 41_111_122, 4_111_113, 520_000],
  country_code: ['NL', 'US'],
  currency_code: ['EUR', 'USD', 'SEK'],
  customer: [],
  customer_status: ['VERIFIED', 'UNVERIFIED'],
  mcc: ['5411', '7995'],
  random: [0, 0.01, 25, 50, 99.99, 100],
  recurring: [true, false],
  recurring_type: ['initial', 'subsequent', ''],
}

async function insertPayments(admin: pg.Client, processor: string, profile: string) {
  const pick = picker()
  const made: { id: string; facts: Facts }[] = []
  for (let number = 0; number < paymentCount; number += 1) {
    const { id, created_at } = newId(new Date(now.getTime() - number * 3_600_000))
    const customer = pick([null, ...customers])
    const recurring_type = pick([null, null, 'initial', 'subsequent'])
    const row = {
      ...{ amount: pick([0, 1, 1_499, 1_500, 1_501, 3_000, 5_001, Number.MAX_SAFE_INTEGER]), customer },
      ...{ currency_code: pick(['EUR', 'EUR', 'USD', 'JPY', 'SEK']), country_code: pick([null, 'NL', 'US', 'BE']) },
      ...{ card: pick([null, cardA, cardB]), card_brand: pick([null, 'visa', 'amex', 'maestro']), recurring_type },
      card_bin: pick([null, '411111', '41111122', '4111113', '52000011', '41111111']),
    }
    await admin.query(
      `insert into transaction (merchant_id, created_at, id, organisation_id, payment_profile_id, processor_id, customer_id,
        card_id, amount, currency_code, status, merchant_reference, payment_product, recurring_type, country_code, card_brand,
        card_bin) values ($1, $2, $3, $1, $4, $5, $6, $7, $8, $9, 'DECLINED', 'Order', 'card', $10, $11, $12, $13)`,
      [
        ...[merchant, created_at, id, profile, processor, customer, row.card, row.amount, row.currency_code],
        ...[recurring_type, row.country_code, row.card_brand, row.card_bin],
      ],
    )
    const { amount, currency_code } = row
    const known: Facts = {
      ...{ '3ds': false, amount, currency_code, card: row.card, card_brand: row.card_brand, customer },
      card_bin: row.card_bin === null ? null : Number(row.card_bin),
      country_code: row.country_code,
      customer_status: customer && (['VERIFIED', 'UNVERIFIED', 'UNKNOWN'][customers.indexOf(customer)] ?? null),
      mcc: '5411',
      recurring: recurring_type !== null,
      recurring_type: (recurring_type as 'initial' | 'subsequent' | null) ?? '',
    }
    made.push({ id, facts: number % 2 ? known : await decided(admin, { id, created_at, known, pick }) })
  }
  return made
}

interface Deciding {
  id: string
  created_at: string
  known: Facts
  pick: ReturnType<typeof picker>
}

/** Other facts were known when the payment began: they count. */
async function decided(admin: pg.Client, { id, created_at, known, pick }: Deciding): Promise<Facts> {
  const facts: Facts = {
    ...known,
    ...{ '3ds': pick([true, false]), card: pick([null, cardA]), card_brand: pick([null, 'visa']) },
    ...{ card_bin: pick([null, 41_111_122]), country_code: pick([null, 'US']), mcc: pick([null, '7995']) },
    customer_status: known.customer && pick(['VERIFIED', 'UNKNOWN']),
  }
  const stored = knownFacts(facts, {}, facts)
  await admin.query(
    `insert into decision (merchant_id, transaction_created_at, transaction_id, via, processor_id, facts)
      values ($1, $2, $3, 'position', gen_random_uuid(), $4)`,
    [merchant, created_at, id, JSON.stringify(stored)],
  )
  return factsAsked(stored)
}

const condition = (): fc.Arbitrary<Condition> =>
  fc.constantFrom(...(Object.keys(asked) as RuleName[])).chain((name) =>
    fc.constantFrom(...operatorsOf(name, 'ruleset')).chain((operator) => {
      const one = fc.constantFrom(...(name === 'customer' ? customers : asked[name]))
      const value = operator.endsWith('IN') ? fc.uniqueArray(one, { minLength: 1, maxLength: 3 }) : one
      return value.map((given) => ({ name, operator, value: given }))
    }),
  )

const processors = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`)
const tree = (): fc.Arbitrary<Branch> =>
  fc
    .letrec<{ node: Node; branch: Branch }>((tie) => ({
      node: fc.oneof({ depthSize: 'small', maxDepth: 4 }, fc.constantFrom(...processors), tie('branch')),
      branch: fc
        .tuple(fc.array(condition(), { minLength: 1, maxLength: 3 }), tie('node'), tie('node'))
        .map(([conditions, yes, no]) => branch('', conditions, yes, no)),
    }))
    .branch.map((root) => {
      let count = 0
      const named = (node: Node): Node => {
        if (!isBranch(node)) return node
        count += 1
        return branch(`n${count}`, node.if, named(node.then), named(node.else))
      }
      return named(root) as Branch
    })

const branch = (id: string, conditions: readonly Condition[], yes: Node, no: Node): Branch => ({
  id,
  if: conditions,
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: yes,
  else: no,
})

const looked = () => ({
  ...{ merchant, amounts, more: sql`true as more`, where: sql<boolean>`true` },
  ...{ from: now.getTime() - 400 * 3_600_000, until: now.getTime() + 1 },
})

/** The facts with the amount in another currency, as the engine has them. */
const factsIn = (facts: Facts, currency_code: string): Facts => {
  const converted = convert(BigInt(facts.amount ?? 0), facts.currency_code, currency_code, rates)
  const isKnown = converted !== undefined && converted <= BigInt(Number.MAX_SAFE_INTEGER)
  return { ...facts, amount: isKnown ? Number(converted) : null }
}

describe('a tree in SQL', () => {
  it.each(['EUR', 'USD'])(
    'sends every payment where the tree sends it, whatever is missing, with amounts in %s',
    async (currency) => {
      let compared = 0
      await fc.assert(
        fc.asyncProperty(tree(), async (root) => {
          const { rows } = await sql<{ id: string; to: string }>`
            select f.id, ${treeSql(root, columnsIn(currency, looked()))} as to from ${pastPayments(looked())}`.execute(
            databases.provider,
          )
          const to = new Map(rows.map((row) => [row.id, row.to]))
          for (const { id, facts } of payments) {
            compared += 1
            const { processor } = route(root, factsIn(facts, currency), lotsOf(id))
            expect([id, to.get(id)]).toEqual([id, processor])
          }
        }),
        seeded,
      )
      expect(compared).toBeGreaterThanOrEqual(seeded.numRuns * paymentCount)
    },
    120_000,
  )

  it('hits the payments that the rules of a ruleset hit, and draws the lots of the ruleset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(condition(), { minLength: 1, maxLength: 3 }), async (rules) => {
        const { rows } = await sql<{ id: string; hit: boolean }>`
          select f.id, ${allSql(rules, 'r1', columnsIn('EUR', looked()))} as hit from ${pastPayments(looked())}`.execute(
          databases.provider,
        )
        const hit = new Map(rows.map((row) => [row.id, row.hit]))
        for (const { id, facts } of payments) {
          const isHit = holdAll(rules, factsIn(facts, 'EUR'), () => lotsOf(id)('r1'))
          expect([id, hit.get(id)]).toEqual([id, isHit])
        }
      }),
      seeded,
    )
  }, 120_000)

  it('takes a hostile value for nothing but a value', async () => {
    const hostile = `'; drop table transaction; --`
    const root = branch(
      'n1',
      [{ name: 'card_brand', operator: '==', value: hostile }],
      processors[0] ?? '',
      processors[1] ?? '',
    )
    const { rows } = await sql<{ to: string }>`
      select distinct ${treeSql(root, columnsIn('EUR', looked()))} as to from ${pastPayments(looked())}`.execute(
      databases.provider,
    )
    expect(rows).toEqual([{ to: processors[1] }])
  })
})
