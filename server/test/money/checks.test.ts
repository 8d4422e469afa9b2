import { expect, it } from 'vitest'
import { namedChecks, writtenChecks } from '../numbered-checks.ts'

const written = writtenChecks('money-checks.md')
const named = namedChecks('money check')

it.each(written)('a test holds money check %i: %s', (number) => {
  expect(named).toContain(number)
})

it('the checks of money are counted from 1, and no test names one that nobody wrote down', () => {
  const numbers = written.map(([number]) => number)
  expect(numbers).toEqual(Array.from({ length: 27 }, (_, index) => index + 1))
  expect(named.filter((number) => !numbers.includes(number))).toEqual([])
})
