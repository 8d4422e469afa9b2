import { expect, it } from 'vitest'
import { namedChecks, ofDecisions } from '../numbered-checks.ts'

/** What holds for every gateway, and before any is added. The tests of a check name it: "(check 3)", "(checks 3 and 4)". */
const checks: Readonly<Record<number, string>> = {
  1: 'Every request of an adapter fits what its gateway publishes.',
  2: 'Every word of that for a status, a result or an event is mapped, or named as of no use.',
  3: 'A reply that is lost after the work: one operation, and the right status.',
  4: 'A reply that is lost before the work: one operation.',
  5: 'An order whose key has expired is not sent again; it is parked, and named to a person.',
  6: 'Where a gateway repeats its 500, the order is asked for and not repeated.',
  7: 'Two workers at once: one operation.',
  8: 'The second try sends what the first one sent.',
  9: 'What a gateway only received has no effect before it says that it was done.',
  10: 'A capture or refund that fails after its success gives the money back, and the shop is told.',
  11: 'A success after the end of a payment is a contradiction that the provider sees at once.',
  12: 'An authentic notification in unknown words is taken in and kept; a forged one is refused and not kept.',
  13: 'The same notification three times, and four in any order, end the same.',
  14: 'A notification for another account or mode changes nothing.',
  15: 'Amounts in CLP, ISK, IDR, CVE, JPY and KWD are right at each gateway, or refused before anything is sent.',
  16: 'A payer comes back by GET or POST, twice or never.',
  17: 'No secret, token, IBAN or mail is in kept calls, in events or in the log, of JSON and of forms.',
  18: 'The pay page’s policy stays as it is, and a card number that is typed never reaches our server.',
  19: 'A new gateway is two files and a line.',
}

it.each(Object.entries(checks))('a test holds check %s: %s', (number) => {
  expect(named).toContain(Number(number))
})

it('no test names a check that nobody wrote down', () => {
  expect(named.filter((number) => !checks[number])).toEqual([])
})

const named = namedChecks('check', (file) => !ofDecisions.test(file))
