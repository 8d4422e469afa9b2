import { expect, it } from 'vitest'
import { namedChecks, ofDecisions, writtenChecks } from '../numbered-checks.ts'

const last = 22
// Those after it are of the trail of calls, whose tests begin with their number (docs/audit-trail.md), and of the bench.
const written = writtenChecks('payment-decisions.md').filter(([number]) => number <= last)
const named = namedChecks('check', (file) => ofDecisions.test(file))

it.each(written)('a test holds check %i of decisions: %s', (number) => {
  expect(named).toContain(number)
})

it('the checks of decisions are counted from 1, and no test names one that nobody wrote down', () => {
  const numbers = written.map(([number]) => number)
  expect(numbers).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  expect(named.filter((number) => !numbers.includes(number))).toEqual([])
})
