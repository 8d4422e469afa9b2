import { describe, expect, it } from 'vitest'
import { chargebackBlocksRefund, chargebackStatuses, chargebackTransitions } from '../disputes/chargeback.rules.ts'
import { countsAsRefunded, refundableAmount, refundStatuses, refundTransitions } from '../payments/refund.rules.ts'
import {
  transactionCan,
  transactionLifecycle,
  transactionStatuses,
  transactionTransitions,
  visitedBit,
} from '../payments/transaction.rules.ts'
import { isFinal, maySucceed, type Transitions } from './transitions.ts'

const tables: [string, readonly string[], Transitions<string>][] = [
  ['transaction', transactionStatuses, transactionTransitions],
  ['refund', refundStatuses, refundTransitions],
  ['chargeback', chargebackStatuses, chargebackTransitions],
]
const finals = (statuses: readonly string[], table: Transitions<string>) =>
  statuses.filter((one) => isFinal(table, one))

describe.each(tables)('the transitions of a %s', (_entity, statuses, table) => {
  it('cover every status and lead to statuses that exist', () => {
    expect(Object.keys(table).sort()).toEqual([...statuses].sort())
    expect(
      Object.values(table)
        .flat()
        .filter((status) => !statuses.includes(status)),
    ).toEqual([])
  })

  it('never lead to the same status', () =>
    expect(statuses.filter((status) => maySucceed(table, status, status))).toEqual([]))

  it('lead from the first status to every other one', () => {
    const reached = new Set([statuses[0] ?? ''])
    for (const status of reached) for (const next of table[status] ?? []) reached.add(next)
    expect([...reached].sort()).toEqual([...statuses].sort())
  })
})

it('offers every status of a transaction, in the order of its life', () => {
  expect([...transactionLifecycle].sort()).toEqual([...transactionStatuses].sort())
})

describe('final statuses', () => {
  it('are those of which nothing follows', () => {
    expect(finals(transactionStatuses, transactionTransitions)).toEqual([
      'AUTHORIZATION_VOIDED',
      'CANCELLED',
      'ABANDONED',
      'DECLINED',
      'FAILED',
      'SETTLEMENT_COMPLETED',
    ])
    expect(finals(refundStatuses, refundTransitions)).toEqual(['PROCESSED', 'FAILED', 'CANCELLED'])
    expect(finals(chargebackStatuses, chargebackTransitions)).toEqual(['WON', 'LOST', 'CANCELLED'])
  })
})

describe('what can be done with a transaction', () => {
  it.each(transactionStatuses)('that is %s', (status) => {
    const settled = status === 'SETTLEMENT_REQUESTED' || status === 'SETTLEMENT_COMPLETED'
    expect(transactionCan.refund({ status })).toBe(settled)
    expect(transactionCan.capture({ status })).toBe(status === 'AUTHORIZED')
    expect(transactionCan.void({ status })).toBe(status === 'AUTHORIZED')
  })

  it('marks every status by a bit of its own', () => {
    const bits = transactionStatuses.map(visitedBit)
    expect(new Set(bits).size).toBe(transactionStatuses.length)
    expect(bits.reduce((sum, bit) => sum | bit, 0)).toBe(2 ** transactionStatuses.length - 1)
  })
})

describe('what is still refundable', () => {
  it('is what was captured less what is under way or done', () =>
    expect(refundableAmount({ status: 'SETTLEMENT_COMPLETED', captured_amount: 1000, refunded_amount: 300 })).toBe(700))

  it('is nothing of a payment whose capture was taken back', () =>
    expect(refundableAmount({ status: 'FAILED', captured_amount: 1000, refunded_amount: 0 })).toBe(0))

  it('counts a refund unless it came to nothing', () =>
    expect(refundStatuses.filter((status) => !countsAsRefunded(status))).toEqual(['FAILED', 'CANCELLED']))

  it('is blocked by a chargeback that holds the money or has taken it', () =>
    expect(chargebackStatuses.filter(chargebackBlocksRefund)).toEqual(['OPEN', 'IN_DISPUTE', 'LOST']))
})
