import { describe, expect, it } from 'vitest'
import { adyenSettlements } from '../adyen/adyen-settlements.ts'
import type { SettlementLine } from '../gateway.ts'
import { mollieSettlements } from '../mollie/mollie-settlements.ts'
import { damageOf } from './read-lines.ts'

const amounts = { gross: 1_000, net: 900, interchange: 0, scheme_fees: 0, markup: 0, commission: 100 }
const line = (given: Partial<SettlementLine>): SettlementLine => ({
  ...{ line: 2, kind: 'payment', type: 'payment', currency_code: 'EUR', amounts, source: {} },
  ...given,
})

describe('a line of a processor’s file', () => {
  it('without an amount damages a file that the gateway wrote, and not one that was made of its answers', () => {
    const unread = line({ problem: 'amount_unreadable' })
    expect(damageOf(unread, adyenSettlements)).toBe('amount_unreadable')
    expect(damageOf(unread, mollieSettlements)).toBeUndefined()
  })

  it.each(['currency_unknown', 'does_not_add_up'] as const)('with %s damages either', (problem) => {
    for (const settlements of [adyenSettlements, mollieSettlements])
      expect(damageOf(line({ problem }), settlements)).toBe(problem)
  })

  it('that is the payout damages nothing where it alone is whole', () => {
    const payout = line({ kind: 'payout', problem: 'does_not_add_up' })
    expect(damageOf(payout, mollieSettlements)).toBeUndefined()
  })

  it('of another account or of an unknown type damages nothing', () => {
    for (const problem of ['other_account', 'type_unknown'] as const)
      expect(damageOf(line({ problem }), adyenSettlements)).toBeUndefined()
  })
})
