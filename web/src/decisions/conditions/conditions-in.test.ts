import { expect, test } from 'vitest'
import { conditionsIn } from './conditions-in.ts'

test('amounts come back from a currency that does not have them, each and in lists', () => {
  const conditions = [
    { name: 'amount', value: [1_250, 1_000] },
    { name: 'amount', value: 1_250 },
    { name: 'amount', value: 705 },
    { name: 'card_bin', value: ['411111'] },
  ] as const
  const inYen = conditionsIn(conditions, 'EUR', 'JPY')
  expect(inYen.map(({ value }) => value)).toEqual([['12.50', 10], '12.50', '7.05', ['411111']])
  expect(conditionsIn(inYen, 'JPY', 'EUR')).toEqual(conditions)
  expect(conditionsIn([{ name: 'amount', value: ['ten'] } as const], 'JPY', 'EUR')[0]?.value).toEqual(['ten'])
})
