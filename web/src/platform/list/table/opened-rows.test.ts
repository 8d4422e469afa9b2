import { expect, it } from 'vitest'
import { withoutOldest } from './opened-rows.ts'

const rows = (entity: string, ...ids: string[]) => ids.map((id) => ({ entity, id }))
const idsOf = (kept: readonly { id: string }[]) => kept.map(({ id }) => id).join(' ')

it('the last eight rows are kept, and the last six merchants, however many other rows were opened since', () => {
  const payments = rows('transaction', ...Array.from({ length: 10 }, (_, at) => `p${at}`))
  const merchants = rows('merchant', 'a', 'b', 'c', 'd', 'e', 'f', 'g')
  expect(idsOf(withoutOldest(payments))).toBe('p0 p1 p2 p3 p4 p5 p6 p7')
  expect(idsOf(withoutOldest([...payments, ...merchants]))).toBe('p0 p1 p2 p3 p4 p5 p6 p7 a b c d e f')
  expect(idsOf(withoutOldest(merchants))).toBe('a b c d e f')
})
