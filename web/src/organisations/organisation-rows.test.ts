import { describe, expect, it } from 'vitest'
import { above, asQuery, foundIn, openRows, treeOf } from './organisation-rows.ts'

const node = (id: string, parent: string | null, name = id) => ({ id, name, parent })
const tree = treeOf([
  node('root', null, 'Bloom'),
  node('north', 'root', 'North'),
  node('south', 'root', 'South'),
  node('city', 'south', 'Antwerp'),
  node('harbour', 'city', 'Harbour'),
])
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)

describe('the rows of a tree', () => {
  it('are those of the open branches, each with its level and its place among its siblings', () => {
    const rows = openRows(tree, (id) => id === 'root' || id === 'south')
    expect(names(rows)).toEqual(['Bloom', 'North', 'South', 'Antwerp'])
    expect(rows[2]).toMatchObject({ level: 2, place: 2, siblings: 2, hasChildren: true, isOpen: true, parent: 'root' })
    expect(rows[3]).toMatchObject({ level: 3, hasChildren: true, isOpen: false })
  })

  it('of a search are what is found and the way to it', () => {
    expect(names(openRows(foundIn(tree, 'HARB'), () => true))).toEqual(['Bloom', 'South', 'Antwerp', 'Harbour'])
    expect(openRows(foundIn(tree, 'nowhere'), () => true)).toEqual([])
    expect(names(openRows(foundIn(tree, 'city'), () => true))).toEqual(['Bloom', 'South', 'Antwerp'])
  })

  it('of a search are exported by what finds them: an id, or a part of a name', () => {
    const id = '01900000-0000-7000-8000-00000000000A'
    expect(asQuery(id)).toEqual({ _search_by: 'id', _search: id })
    expect(asQuery('Harb')).toEqual({ _search_by: 'name', _search: 'Harb' })
    expect(asQuery('')).toEqual({})
  })

  it('begin with a node whose parent is not visible, and end where parents go round', () => {
    const part = treeOf([node('south', 'root'), node('city', 'south')])
    expect(openRows(part, () => true).map(({ level }) => level)).toEqual([1, 2])
    const round = treeOf([node('one', 'two'), node('two', 'one')])
    expect(openRows(round, () => true)).toEqual([])
    expect(above(round, 'one')).toEqual(['two', 'one'])
  })

  it('of 5,000 nodes are made at once', () => {
    const nodes = [node('root', null)]
    for (let index = 0; index < 5_000; index += 1) nodes.push(node(`n${index}`, index < 50 ? 'root' : `n${index % 50}`))
    const start = performance.now()
    const large = treeOf(nodes)
    expect(openRows(large, () => true)).toHaveLength(5_001)
    expect(foundIn(large, 'n49').byId.size).toBeGreaterThan(50)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
