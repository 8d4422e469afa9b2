import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTrade, type Trade } from '../../test/figures/random-trade.ts'
import { seeded } from '../demo/trade/random.ts'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases } from '../platform/db/database.ts'
import { allStatement, candidatesStatement } from './best-customers.ts'
import { fold } from './rollups/fold.ts'
import { rebuildCustomers } from './rollups/rebuild.ts'
import { verify } from './rollups/verify.ts'

let trade: Trade
let databases: Databases
let viewers: Actor[]
const random = seeded('best customers')
const day = 86_400_000

beforeAll(async () => {
  trade = await makeTrade(1_500)
  databases = openDatabases(trade.kontor.database, () => {})
  const { merchant, sub, below } = trade.a
  viewers = [
    { ...engineActor('', 'system'), scope: { merchant: null } },
    engineActor(merchant, 'system'),
    { ...engineActor('', 'system'), scope: { merchant, organisations: [sub, below], below: [sub] } },
  ]
}, 120_000)
afterAll(async () => {
  await databases.close()
  await trade.stop()
})

const somewhen = () => Date.parse('2025-08-20') + random.between(0, 380) * day

/** The same question answered in both ways, from the candidates and from every payment, in one snapshot. */
async function bothAnswers(most: number) {
  const actor = random.pick(viewers)
  const [from = 0, to = 0] = [somewhen(), somewhen()].sort((one, other) => one - other)
  const ranking = {
    actor,
    span: { from, to },
    currency_code: random.pick(['EUR', 'USD', 'JPY']),
    output: random.pick(['count', 'volume'] as const),
    limit: random.integer(1, 8),
  }
  return inTransaction(databases, actor, async (trx) => ({
    few: (await candidatesStatement({ ...ranking, most }).execute(trx)).rows[0]?.items,
    all: (await allStatement(ranking).execute(trx)).rows,
  }))
}

describe('the best customers', () => {
  it('are the same from the few who might be among them as from every payment, whatever is folded already', async () => {
    let found = 0
    for (let round = 0; round < 60; round += 1) {
      // At first all changes are pending, at the end none.
      await fold(databases.provider, 120)
      const { few, all } = await bothAnswers(1_000)
      expect(few).toEqual(all)
      found += all.length
    }
    expect(found).toBeGreaterThan(100)
  })

  it('are not looked for among the few when those are not few', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => bothAnswers(2)))
    for (const { few, all } of answers) if (few !== null) expect(few).toEqual(all)
    expect(answers.some(({ few }) => few === null)).toBe(true)
    expect(answers.some(({ few }) => few !== null)).toBe(true)
  })

  it('are bounded by sums that the nightly comparison holds against the rows', async () => {
    const differences = async () => (await verify(databases.provider, () => new Date())).differences
    while (await fold(databases.provider));
    expect(await differences()).toBe(0)
    await trade.sql(`update statistics_customer set n = n - 1 where currency_code = 'EUR'`)
    expect(await differences()).toBeGreaterThan(0)
    await rebuildCustomers(databases.provider)
    expect(await differences()).toBe(0)
  })
})
