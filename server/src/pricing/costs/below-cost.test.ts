import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line } from '@kontor/contract/pricing/price.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { workedLines } from '../../../test/money/ledger-house.ts'

let kontor: TestApp
let author: string
let approver: string
let shop: string

const base = '/v1/psp/revenuescheme'

beforeAll(async () => {
  kontor = await startTestApp()
  author = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_ALL'] })
  approver = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_ALL'] })
  shop = (await kontor.make.merchant()).merchant
  await kontor.make.scheme({ type: 'COST', name: 'Dear', lines: workedLines.cost, merchants: [shop] })
  await kontor.make.scheme({ type: 'COST', name: 'Usual', lines: [newLine({ fixed: 1 })], default_from: '2020-01-01' })
})
afterAll(() => kontor.stop())

/** A version that waits for approval. */
async function submittedWith(lines: readonly Line[]) {
  const { id } = (await kontor.post(author, base, { name: `Scheme ${crypto.randomUUID()}`, currency_code: 'EUR' })).body
  const { versions, first_day } = (await kontor.get(author, `${base}/${id}/version`)).body
  const at = `${base}/${id}/version/${versions[0].id}`
  expect((await kontor.post(author, at, { revision: 1, lines })).status).toBe(200)
  expect((await kontor.post(author, `${at}/submit`, { revision: 2 })).status).toBe(200)
  const activate = (below_cost?: number[], valid_from = first_day) =>
    kontor.post(approver, `${at}/activate`, { revision: 2, valid_from, ...(below_cost && { below_cost }) })
  return { id, at, activate, first_day }
}

describe('a line below its cost', () => {
  it('is named with the cost line and the amounts, against the costs of the merchants that have the scheme', async () => {
    const { at } = await submittedWith(workedLines.revenue)
    // Nobody has it yet: the default costs a cent.
    expect((await kontor.get(author, `${at}/check`)).body).toEqual({ problems: [], below_cost: [], month_owed: null })
    const active = await submittedWith([newLine({ fixed: 100, ppm: 100_000 })])
    expect((await active.activate()).status).toBe(200)
    const assigned = { merchants: [shop], valid_from: active.first_day }
    expect((await kontor.post(author, `${base}/${active.id}/merchant`, assigned)).status).toBe(200)
    expect((await kontor.post(author, `${base}/${active.id}/version`, {})).status).toBe(201)
    const { versions } = (await kontor.get(author, `${base}/${active.id}/version`)).body
    const draft = `${base}/${active.id}/version/${versions[0].id}`
    await kontor.post(author, draft, { revision: 1, lines: workedLines.revenue })
    expect((await kontor.get(author, `${draft}/check`)).body.below_cost).toMatchObject([
      // 0.35 against 0.05 + 1 %, and 25.00 at most against 0.04 + 0.5 %.
      { line: 7, cost_line: 1, from: 3_001, until: null, payments: { product: 'sepa_debit' } },
      {
        ...{ line: 8, scheme_name: 'Dear', cost_line: 3, merchants: 1, from: 499_201, until: null },
        payments: { product: 'card', region: 'EEA', holder: 'consumer', currency_code: 'EUR' },
      },
    ])
  })

  it('is activated only by a person who says that they saw it', async () => {
    const { activate } = await submittedWith([
      newLine({ fixed: 1 }),
      newLine({ product: 'ideal' }),
      newLine({ event: 'refund' }),
    ])
    const refused = { status: 422, body: { code: 'lines_below_cost', details: { 'lines.below_cost': ['2'] } } }
    expect(await activate()).toMatchObject(refused)
    expect(await activate([1])).toMatchObject(refused)
    expect((await activate([2])).status).toBe(200)
  })

  it('is looked at by the costs of the day on which the version begins', async () => {
    const { at, activate, first_day } = await submittedWith([newLine({ fixed: 30 })])
    await kontor.make.scheme({
      type: 'COST',
      lines: [newLine({ fixed: 31 })],
      valid_from: '2030-01-01',
      default_from: '2030-01-01',
    })
    expect((await kontor.get(author, `${at}/check`)).body.below_cost).toEqual([])
    expect((await kontor.get(author, `${at}/check?valid_from=2030-01-01`)).body.below_cost).toHaveLength(1)
    expect(await activate([], '2030-01-01')).toMatchObject({ status: 422, body: { code: 'lines_below_cost' } })
    expect((await activate(undefined, first_day)).status).toBe(200)
  })
})

describe('the costs of a scheme', () => {
  it('are listed for people with roles for prices and costs', async () => {
    const { id } = await submittedWith([newLine({ fixed: 25 })])
    expect((await kontor.get(author, `${base}/${id}/cost`)).status).toBe(403)
    const both = await kontor.make.cookie({ roles: ['PSP_REVENUESCHEME_LIST', 'PSP_COSTSCHEME_ALL'] })
    const { costs } = (await kontor.get(both, `${base}/${id}/cost`)).body
    expect(costs).toEqual([
      expect.objectContaining({ scheme_name: 'Usual', version: 1, merchants: 0, currency_code: 'EUR' }),
    ])
    expect(costs[0].lines).toEqual([newLine({ fixed: 1, currency_code: 'EUR' })])
    const partner = await kontor.make.scheme({ type: 'PARTNER' })
    expect((await kontor.get(both, `${base}/${partner.id}/cost`)).status).toBe(404)
  })
})

describe('a try of a line that passes costs on', () => {
  it('says what is expected to be passed on, by the cost that most merchants of the scheme have', async () => {
    const cost = newLine({ fixed: 4, ppm: 5_000, interchange_ppm: 2_000, scheme_fees_ppm: 450 })
    const lines = [newLine({ passes_on: 'interchange_and_scheme_fees', fixed: 10, ppm: 6_000 })]
    const priced = await kontor.make.merchant()
    const scheme = await kontor.make.scheme({ lines, merchants: [priced.merchant] })
    await kontor.make.scheme({ type: 'COST', name: 'Parts', lines: [cost], merchants: [priced.merchant] })
    const at = `${base}/${scheme.id}/version/${scheme.version}/try?event=capture&amount=12000&currency_code=EUR&product=card`
    expect((await kontor.get(author, at)).body).toEqual({
      ...{ line: 1, beaten: [], fee: 111 },
      passed: { interchange: 24, scheme_fees: 5, cost_scheme: 'Parts' },
    })
  })
})
