import type { Branch, Node } from '@kontor/contract/decisions/routings/tree.rules'
import { expect, it } from 'vitest'
import { treeChanges } from './tree-changes.ts'

const branch = (id: string, value: number, then: Node, other: Node): Branch => ({
  id,
  if: [{ name: 'amount', operator: '>', value }],
  then,
  else: other,
})
const changes = (before: Node, after: Node) => treeChanges(before, after).map(({ kind, branch }) => [kind, branch.id])

it('tells what became of each branch', () => {
  const before = branch('a', 1, branch('b', 2, 'x', 'y'), 'z')
  expect(changes(before, before)).toEqual([])
  expect(changes(before, branch('a', 9, branch('b', 2, 'x', 'y'), 'z'))).toEqual([['conditions', 'a']])
  expect(changes(before, branch('a', 1, branch('b', 2, 'y', 'x'), 'z'))).toEqual([['ends', 'b']])
  expect(changes(before, branch('a', 1, branch('c', 2, 'x', 'y'), 'z'))).toEqual([
    ['ends', 'a'],
    ['added', 'c'],
    ['removed', 'b'],
  ])
})
