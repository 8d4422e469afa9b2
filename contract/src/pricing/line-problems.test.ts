import { expect, it } from 'vitest'
import { linesProblems } from './line-problems.ts'
import { newLine } from './new-line.ts'
import { fits, type Line, maskOf, type Priced, priceDimensions } from './price.rules.ts'

const rest = newLine({ fixed: 25 })
const problems = (...lines: Line[]) => linesProblems(lines, 'EUR')
const card = { product: 'card' } as const

it('lines with a default and without a doubt have no problem', () => {
  expect(problems(rest, newLine({ ...card }), newLine({ ...card, amount_from: 1_000 }))).toEqual([])
})

it('two lines that name the same are named by their numbers', () => {
  expect(problems(rest, newLine({ product: 'ideal' }), newLine({ product: 'ideal', fixed: 1 }))).toEqual([
    { code: 'overlap', lines: [2, 3], event: 'capture' },
  ])
})

it('without a line for the rest of the payments, that line is missing', () => {
  expect(problems(newLine({ product: 'ideal' }))).toEqual([{ code: 'default_missing', lines: [], event: 'capture' }])
  expect(problems(newLine({ event: 'refund' }))).toEqual([{ code: 'default_missing', lines: [], event: 'capture' }])
})

it('a hole between amounts is named by its bounds, unless a line without amounts fills it', () => {
  const [low, high] = [newLine({ ...card, amount_until: 1_000 }), newLine({ ...card, amount_from: 2_000 })]
  const hole = { code: 'hole', lines: [2, 3], event: 'capture', from: 1_000, until: 2_000, currency_code: 'EUR' }
  expect(problems(rest, low, high)).toEqual([hole])
  expect(problems(rest, low, high, newLine(card))).toEqual([])
})

it('ranges that share an amount overlap, also where a third lies within the first', () => {
  const [wide, within, after] = [
    newLine({ ...card, amount_until: 5_000 }),
    newLine({ ...card, amount_from: 1_000, amount_until: 2_000 }),
    newLine({ ...card, amount_from: 5_000 }),
  ]
  expect(problems(rest, wide, within, after)).toEqual([{ code: 'overlap', lines: [2, 3], event: 'capture' }])
})

it('a line that other lines leave nothing to can never win', () => {
  const [low, high] = [newLine({ ...card, amount_until: 1_000 }), newLine({ ...card, amount_from: 1_000 })]
  expect(problems(rest, newLine(card), low, high)).toEqual([{ code: 'never_wins', lines: [2], event: 'capture' }])
})

it('everything is listed at once, line by line', () => {
  const wrong = newLine({ product: 'ideal', brand: 'visa', minimum: 20, maximum: 10, currency_code: 'GBP' })
  const empty = newLine({ ...card, amount_from: 500, amount_until: 500, ppm: 1_000_001 })
  expect(problems(rest, wrong, empty).map(({ code, lines }) => `${code} ${lines}`)).toEqual([
    ...['minimum_above_maximum 2', 'currency_differs 2', 'no_card 2', 'percentage_out_of_range 3', 'range_empty 3'],
  ])
})

it('costs are passed on of payments and refunds by card, and parts of a cost are not more than all of it', () => {
  const passing = { passes_on: 'interchange' } as const
  const wrong = [
    newLine({ ...passing, product: 'ideal' }),
    newLine({ ...passing, event: 'chargeback' }),
    newLine({ event: 'refund', fixed: 9, interchange_fixed: 5, scheme_fees_fixed: 5 }),
    newLine({ ...card, ppm: 500, interchange_ppm: 501 }),
  ]
  expect(problems(rest, ...wrong).map(({ code, lines }) => `${code} ${lines}`)).toEqual([
    ...['no_card 2', 'passes_on_event 3', 'parts_above_cost 4', 'parts_above_cost 5'],
  ])
  const right = newLine({
    ...card,
    fixed: 9,
    ppm: 500,
    interchange_fixed: 9,
    interchange_ppm: 200,
    scheme_fees_ppm: 300,
  })
  expect(problems(newLine(passing), right, newLine({ ...passing, event: 'refund' }))).toEqual([])
})

it('what moves no money has a fixed price, names nothing of a payment where there is none, and a month has one currency', () => {
  const wrong = [
    newLine({ event: 'authorisation', fixed: 5, ppm: 1 }),
    newLine({ event: 'decline', fixed: 5, maximum: 9 }),
    newLine({ event: 'payout', fixed: 5, channel: 'pos' }),
    newLine({ event: 'month', fixed: 5, amount_from: 100 }),
  ]
  expect(problems(rest, ...wrong).map(({ code, lines }) => `${code} ${lines}`)).toEqual([
    ...['fixed_alone 2', 'fixed_alone 3', 'without_payment 4', 'without_amount 5'],
  ])
  const month = (currency_code: string) => newLine({ event: 'month', fixed: 5, currency_code })
  expect(linesProblems([newLine(), month('EUR'), month('GBP')], null)).toEqual([
    { code: 'month_currencies', lines: [2, 3], event: 'month' },
  ])
  const tiers = [newLine({ event: 'month', fixed: 5 }), newLine({ event: 'month', tier_from: 1_000, fixed: 0 })]
  const right = [newLine({ event: 'authorisation', ...card, fixed: 5 }), newLine({ event: 'payout', amount_from: 9 })]
  expect(problems(rest, ...tiers, ...right)).toEqual([])
})

it('a minimum and a maximum of a month have one currency each, and the minimum is not above the maximum of the same tier', () => {
  const least = (fixed: number, given: Partial<Line> = {}) => newLine({ event: 'month_minimum', fixed, ...given })
  const most = (fixed: number, given: Partial<Line> = {}) => newLine({ event: 'month_maximum', fixed, ...given })
  expect(problems(rest, least(500), most(500))).toEqual([])
  expect(problems(rest, least(501), most(500))).toEqual([
    { code: 'month_minimum_above_maximum', lines: [2, 3], event: 'month_minimum' },
  ])
  const tiers = [least(500, { tier_until: 1_000 }), least(900, { tier_from: 1_000 })]
  expect(problems(rest, ...tiers, most(800, { tier_until: 1_000 }), most(950, { tier_from: 1_000 }))).toEqual([])
  expect(problems(rest, ...tiers, most(800)).map(({ code, lines }) => `${code} ${lines}`)).toEqual([
    'month_minimum_above_maximum 3,4',
  ])
  const inTwo = [least(5, { currency_code: 'EUR' }), least(5, { currency_code: 'GBP' })]
  expect(linesProblems([newLine(), ...inTwo], null)).toEqual([
    { code: 'month_currencies', lines: [2, 3], event: 'month_minimum' },
  ])
  const apart = [least(5, { currency_code: 'EUR' }), most(4, { currency_code: 'GBP' })]
  expect(linesProblems([newLine(), ...apart], null)).toEqual([])
  expect(problems(rest, least(5, { product: 'card' }), most(5, { ppm: 1 })).map(({ code }) => code)).toEqual([
    ...['without_payment', 'fixed_alone'],
  ])
})

it('in a scheme of any currency, a line with an amount names one', () => {
  const found = linesProblems([newLine({ ppm: 10_000 }), newLine({ ...card, fixed: 10 })], null)
  expect(found).toEqual([{ code: 'currency_missing', lines: [2], event: 'capture' }])
  expect(
    linesProblems([newLine({ ppm: 10_000 }), newLine({ ...card, fixed: 10, currency_code: 'EUR' })], null),
  ).toEqual([])
})

it('two lines of the same weight fit one payment exactly when an overlap is found', () => {
  let [state, overlaps] = [3, 0]
  const random = (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
  const words = { product: ['card', null], holder: ['consumer', null], region: ['EEA', 'UK', null] } as const
  const any = () =>
    newLine({
      product: words.product[random(2)] ?? null,
      holder: words.holder[random(2)] ?? null,
      region: words.region[random(3)] ?? null,
      amount_from: [null, 0, 10, 20][random(4)] ?? null,
      amount_until: [null, 10, 20, 30][random(4)] ?? null,
    })
  for (let round = 0; round < 2_000; round += 1) {
    const lines = [any(), any(), any()]
    const isOverlap = linesProblems(lines, 'EUR').some(({ code }) => code === 'overlap')
    expect(isOverlap, JSON.stringify(lines)).toBe(payments.some((each) => hasTie(lines, each)))
    overlaps += isOverlap ? 1 : 0
  }
  expect(overlaps).toBeGreaterThan(100)
})

const payments: Priced[] = ['EEA', 'UK', 'OTHER'].flatMap((region) =>
  Array.from({ length: 40 }, (_, amount) => ({
    ...(Object.fromEntries(priceDimensions.map((name) => [name, null])) as Record<string, null>),
    ...{ event: 'capture', product: 'card', holder: 'consumer', region, currency_code: 'EUR', amount, volume: 0 },
  })),
) as Priced[]

function hasTie(lines: readonly Line[], priced: Priced): boolean {
  const masks = lines.filter((line) => fits(line, priced)).map(maskOf)
  return new Set(masks).size < masks.length
}

it('lines of two gateways do not meet, and one of them is no default for the others', () => {
  const adyen = newLine({ gateway: 'adyen' })
  expect(problems(rest, adyen, newLine({ gateway: 'stripe' }))).toEqual([])
  expect(problems(rest, adyen, newLine({ gateway: 'adyen', fixed: 1 }))).toEqual([
    { code: 'overlap', lines: [2, 3], event: 'capture' },
  ])
  expect(problems(adyen)).toEqual([{ code: 'default_missing', lines: [], event: 'capture' }])
  expect(problems(rest, newLine({ gateway: 'adyen', product: 'ideal', brand: 'visa' }))).toMatchObject([
    { code: 'no_card', lines: [2] },
  ])
})

it('a text in one language alone is a problem, in both it is none', () => {
  const text = { text_nl: 'Kaarten', text_en: 'Cards' }
  expect(problems(newLine({ ...text }))).toEqual([])
  for (const name of ['text_nl', 'text_en'] as const)
    expect(problems(newLine({ ...text, [name]: null }))).toEqual([
      { code: 'text_in_one_language', lines: [1], event: 'capture' },
    ])
})

it('holes and overlaps between tiers are named by their volumes', () => {
  const [low, high] = [newLine({ ...card, tier_until: 5_000 }), newLine({ ...card, tier_from: 6_000 })]
  const hole = { code: 'tier_hole', lines: [2, 3], event: 'capture', from: 5_000, until: 6_000, currency_code: 'EUR' }
  expect(problems(rest, low, high)).toEqual([hole])
  expect(problems(rest, low, newLine({ ...card, tier_from: 5_000 }))).toEqual([])
  expect(problems(rest, low, newLine({ ...card, tier_from: 4_999 }))).toMatchObject([
    { code: 'overlap', lines: [2, 3] },
  ])
  expect(problems(rest, newLine({ ...card, tier_from: 2, tier_until: 2 }))).toMatchObject([{ code: 'tier_empty' }])
})

it('a line of a tier and a line of amounts meet, unless both leave room', () => {
  const tier = newLine({ ...card, tier_from: 5_000 })
  const dear = newLine({ ...card, amount_from: 100 })
  expect(problems(rest, tier, dear)).toMatchObject([{ code: 'overlap', lines: [2, 3] }])
  const cells = [
    newLine({ ...card, tier_from: 5_000, amount_until: 100 }),
    newLine({ ...card, tier_from: 5_000, amount_from: 100 }),
    newLine({ ...card, tier_until: 5_000 }),
  ]
  expect(problems(rest, ...cells)).toEqual([])
  expect(problems(rest, ...cells, newLine(card))).toMatchObject([{ code: 'never_wins', lines: [5] }])
})

it('lines with amounts and tiers have a problem where plain counting finds two lines, or none between lines', () => {
  let state = 7
  const upTo = (most: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
  const bound = () => (upTo(3) === 0 ? null : upTo(5))
  for (let turn = 0; turn < 3_000; turn++) {
    const lines = Array.from({ length: 1 + upTo(4) }, () =>
      newLine({ ...card, amount_from: bound(), amount_until: bound(), tier_from: bound(), tier_until: bound() }),
    )
    const codes = problems(rest, ...lines).map(({ code }) => code)
    if (codes.some((code) => code.endsWith('empty'))) continue
    const grid = seven.map((amount) => seven.map((volume) => lines.filter((line) => fits(line, at(amount, volume)))))
    const cells = grid.flat()
    const isDouble = cells.some((fitting) =>
      Map.groupBy(fitting, maskOf)
        .values()
        .some((same) => same.length > 1),
    )
    expect(codes.includes('overlap'), JSON.stringify(lines)).toBe(isDouble)
    const whole = lines.filter((line) => maskOf(line) === 256)
    const covered = grid.map((row) => row.map((fitting) => fitting.some((line) => maskOf(line) > 256)))
    const hasGap = (rows: boolean[][]) => rows.some((row) => /10+1/.test(row.map(Number).join('')))
    const turned = covered.map((_, at) => covered.map((row) => row[at] === true))
    expect(codes.includes('tier_hole'), JSON.stringify(lines)).toBe(whole.length === 0 && hasGap(covered))
    expect(codes.includes('hole'), JSON.stringify(lines)).toBe(whole.length === 0 && hasGap(turned))
    expect(codes.includes('never_wins'), JSON.stringify(lines)).toBe(whole.length > 0 && covered.flat().every(Boolean))
  }
})

const seven = [0, 1, 2, 3, 4, 5, 6]

const at = (amount: number, volume: number): Priced => ({
  ...{ event: 'capture', amount, volume, currency_code: 'EUR', product: 'card', brand: null, holder: null },
  ...{ gateway: null, funding: null, region: null, domestic: null, channel: null },
})
