import { expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { groupsOf } from './volumes.ts'

it('a hundred thousand rows of one key are a group at once, in the order of the rows', async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({ key: at % 2 ? 'b' : 'a', at }))
  let found = new Map<string, typeof rows>()
  const spent_ms = await cpuTimeOf(() => {
    found = groupsOf(rows, ({ key }) => key)
  })
  expect(spent_ms).toBeLessThan(500)
  expect([...found].map(([key, group]) => [key, group.length, group[1]?.at])).toEqual([
    ['a', 50_000, 2],
    ['b', 50_000, 3],
  ])
})
