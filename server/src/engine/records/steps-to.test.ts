import {
  isOpen,
  openStatuses,
  type TransactionStatus,
  transactionStatuses,
  transactionTransitions,
} from '@kontor/contract/payments/transaction.rules'
import { isFinal, maySucceed } from '@kontor/contract/statuses/transitions'
import { describe, expect, it } from 'vitest'
import { stepsTo } from './steps-to.ts'

const pairs = transactionStatuses.flatMap((from) => transactionStatuses.map((to) => [from, to] as const))

describe('the steps from one status to another', () => {
  it.each([
    ['INITIATED', 'AUTHORIZED', ['AUTHORIZED']],
    ['INITIATED', 'SETTLEMENT_REQUESTED', ['AUTHORIZED', 'SETTLEMENT_REQUESTED']],
    ['INITIATED', 'SETTLEMENT_COMPLETED', ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']],
    ['AUTHORIZED', 'SETTLEMENT_COMPLETED', ['SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']],
    ['INITIATED', 'AUTHORIZATION_VOIDED', ['AUTHORIZED', 'AUTHORIZATION_VOIDED']],
    ['UNKNOWN', 'DECLINED', ['DECLINED']],
    ['SETTLEMENT_REQUESTED', 'AUTHORIZED', []],
    ['SETTLEMENT_COMPLETED', 'SETTLEMENT_REQUESTED', []],
    ['DECLINED', 'SETTLEMENT_COMPLETED', []],
    ['AUTHORIZATION_VOIDED', 'SETTLEMENT_REQUESTED', []],
  ] as [TransactionStatus, TransactionStatus, TransactionStatus[]][])('%s to %s are %j', (from, to, steps) =>
    expect(stepsTo(from, to)).toEqual(steps),
  )

  it('lead from a payment that is open to every end that a processor reports', () => {
    const ends = transactionStatuses.filter((status) => !isOpen(status))
    const without = openStatuses.flatMap((from) =>
      ends.filter((to) => stepsTo(from, to).length === 0).map((to) => [from, to]),
    )
    expect(without).toEqual([])
  })

  it('are each allowed, and end where they should', () => {
    for (const [from, to] of pairs) {
      const steps = stepsTo(from, to)
      for (const [place, step] of steps.entries())
        expect([from, to, maySucceed(transactionTransitions, steps[place - 1] ?? from, step)]).toEqual([from, to, true])
      if (steps.length > 0) expect(steps.at(-1)).toBe(to)
    }
  })

  it('never lead out of a final status, nor to where one is', () => {
    for (const [from, to] of pairs)
      if (isFinal(transactionTransitions, from) || from === to)
        expect([from, to, stepsTo(from, to)]).toEqual([from, to, []])
  })
})
