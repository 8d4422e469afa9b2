import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { chargebackReasons, statusReasons } from '@kontor/contract/statuses/status-reasons'
import { describe, expect, it } from 'vitest'
import {
  amountRules,
  cardRules,
  chargebackReasons as ofSandbox,
} from '../../../sandbox/src/payments/behaviour/rules.ts'
import { tellChargeback, tellRefunds } from '../../src/demo/trade/aftermath.ts'
import { seeded } from '../../src/demo/trade/random.ts'
import { tellStory } from '../../src/demo/trade/story.ts'

const root = join(import.meta.dirname, '../../..')
const known: readonly string[] = statusReasons

/** The codes that the patterns find in the sources. The group of a pattern that matches is the code. */
function written(files: string, ...patterns: readonly RegExp[]): string[] {
  // The page of what words mean plays a gateway's own words.
  const names = globSync(files, { cwd: root }).filter((file) => !/(\.test|-truth)\.ts$/.test(file))
  const found = names.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return patterns.flatMap((pattern) =>
      [...source.matchAll(pattern)].map((match) => match.slice(1).find((code) => code !== undefined) ?? ''),
    )
  })
  return [...new Set(found)].sort()
}

describe('every reason has its place in the contract', () => {
  it('that the sandbox gives for a card or an amount', () => {
    const given = [...cardRules, ...amountRules].flatMap(({ behaviour }) => behaviour.reason ?? [])
    expect(given.length).toBeGreaterThan(5)
    expect(given.filter((each) => !known.includes(each))).toEqual([])
    expect(
      ofSandbox.map(({ reason }) => reason).filter((each) => !chargebackReasons.some((one) => one === each)),
    ).toEqual([])
  })

  it('that the sandbox gives when it refuses an operation, or when the payer ends it', () => {
    // A look-up of what it never saw, or that it does not take, has an outcome of its own (sandbox-gateway.ts), as have 401,
    // 409 and what was not begun. The others are refusals to make a token of a card, which comes before any payment, and of the
    // page of the payer's bank, which decides nothing.
    const apart = [
      'unknown_settlement',
      'unknown_reference',
      'card_invalid',
      'shared_token',
      'no_look_up',
      'not_begun',
      'fields_missing',
    ]
    const given = written(
      'sandbox/src/**/*.ts',
      /\brefused\(\s*'(\w+)'/g,
      /\bRefused\((?:400|404|415|422), '(\w+)'/g,
      /\badvance\([^)]*?, '[A-Z]+', '(\w+)'\)/g,
      /(?<!_)code: '(\w+)'/g,
    ).filter((each) => !apart.includes(each))
    expect(given.length).toBeGreaterThan(18)
    expect(given.filter((each) => !known.includes(each))).toEqual([])
  })

  it('that the server writes itself', () => {
    const given = [
      ...written(
        'server/src/**/*.ts',
        /status_reason:? ?=?(?: status === 'CANCELLED' \?)? '(\w+)'/g,
        /cancelledReason = '(\w+)'/g,
      ),
      ...written('contract/src/scheduled/*.rules.ts', /cancelledReason = '(\w+)'/g),
      ...written('server/src/processors/**/*.ts', /\b(?:reason|code): '(\w+)'|notDone\(\w+, '(\w+)'/g),
      ...written('server/src/migrations/*.sql', /attempts >= 10 then '(maximum_attempts)'/g),
    ]
    expect(given).toEqual(expect.arrayContaining(['by_hand', 'not_paid_in_time', 'credential_refused', 'cancelled']))
    expect(given.filter((each) => !known.includes(each))).toEqual([])
  })

  it('that keeps a planned payment, or one of a subscription, from being begun', () => {
    const given = written(
      'server/src/{payments/begin,subscriptions,customers}/{begin-cycle,decide,resolve,write,known-customer}.ts',
      /new Refusal\('(\w+)'/g,
    )
    expect(given.length).toBeGreaterThan(6)
    expect(given.filter((each) => !known.includes(each))).toEqual([])
  })

  it('that a payment without one is given, which is its status', () => {
    for (const status of ['ABANDONED', 'AUTHORIZATION_VOIDED', 'CANCELLED', 'DECLINED', 'FAILED'])
      expect(known).toContain(status.toLowerCase())
  })

  it('that the demo tells', () => {
    const random = seeded('reasons')
    const given = new Set<string>()
    const at = Date.parse('2026-01-01')
    const now = Date.parse('2026-12-01')
    for (const product of paymentProducts)
      for (let count = 0; count < 3000; count += 1) {
        const { steps } = tellStory(random, product, at, true)
        const refunds = tellRefunds(random, 5000, 'nl', at, now)
        for (const { reason } of [...steps, ...refunds.flatMap((refund) => refund.steps)]) if (reason) given.add(reason)
        const chargeback = tellChargeback(random, product, 5000, at, now)
        if (chargeback) expect(chargebackReasons).toContain(chargeback.reason)
      }
    expect(given.size).toBeGreaterThan(15)
    expect([...given].filter((each) => !known.includes(each))).toEqual([])
  })
})
