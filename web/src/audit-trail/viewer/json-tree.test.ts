import { expect, it } from 'vitest'
import { branchesOf, countMatches, shortOf } from './json-tree.ts'

it('a tree has the paths by which programs reach its values', () => {
  const value = { a: [{ 'b c': 1 }], _d: null }
  const [a, d] = branchesOf(value, '$')
  expect([a?.path, d?.path, shortOf(value)]).toEqual(['$.a', '$._d', '{2}'])
  const [first] = branchesOf(value.a, '$.a')
  expect(first?.path).toBe('$.a[0]')
  expect(branchesOf(value.a[0] ?? {}, '$.a[0]')[0]?.path).toBe('$.a[0]["b c"]')
})

it('a search finds names and values, whatever their case', () => {
  const value = { card: { brand: 'Visa', number: '•••' }, visa: [1, 'VISA'] }
  expect(countMatches(value, 'visa')).toBe(3)
  expect(countMatches(value, '0')).toBe(0)
})
