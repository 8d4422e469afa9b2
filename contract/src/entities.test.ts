import { describe, expect, it } from 'vitest'
import { entities } from './entities.ts'

/** The paths of all values in a description that are not plain data. */
function notData(value: unknown, path = ''): string[] {
  if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return [path]
  if (value === null || typeof value !== 'object') return []
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype) return [path]
  return Object.entries(value).flatMap(([key, part]) => notData(part, `${path}.${key}`))
}

describe('the walk over a description', () => {
  it('finds a function wherever it hides', () => {
    expect(notData({ a: [{ b: () => 1 }], c: new Date(), d: { e: 1 } })).toEqual(['.a.0.b', '.c'])
  })
})

describe('the entities', () => {
  it('have names and resources of their own', () => {
    for (const key of ['name', 'resource'] as const)
      expect(new Set(entities.map((entity) => entity[key])).size).toBe(entities.length)
  })
})

describe.each(entities.map((entity) => [entity.name, entity] as const))('the description of %s', (_name, entity) => {
  it('is data: no function anywhere', () => expect(notData(entity)).toEqual([]))

  it('names only fields that it has', () => {
    const named = [
      ...Object.keys(entity.filters),
      ...Object.keys(entity.search),
      ...entity.sort,
      ...entity.populate,
      ...entity.export,
      entity.defaultSort.replace('-', ''),
    ]
    expect(named.filter((name) => !(name in entity.fields))).toEqual([])
    expect(entity.sort).toContain(entity.defaultSort.replace('-', ''))
  })

  it('is found among everything by its id, and by nothing that its own search does not know', () => {
    expect(entity.find).toContain('id')
    expect(entity.find.filter((name) => !(name in entity.search))).toEqual([])
  })

  it('is asked for by several ids at once, as the export of a selection does', () =>
    expect(entity.filters['id']).toBe('any'))

  it('leads only to entities that exist', () => {
    const names = entities.map(({ name }) => name)
    const targets = Object.values(entity.fields).flatMap((field) => field.entity ?? [])
    expect(targets.filter((target) => !names.includes(target))).toEqual([])
    expect(entity.populate.filter((name) => !entity.fields[name]?.entity)).toEqual([])
  })

  it('knows the currency of every amount', () => {
    for (const field of Object.values(entity.fields).filter(({ kind }) => kind === 'money'))
      expect(entity.fields[field.currency ?? '']?.kind).toBe('currency')
  })

  it('exports the currency beside the amounts', () => {
    const amounts = entity.export.filter((name) => entity.fields[name]?.kind === 'money')
    for (const name of amounts) expect(entity.export).toContain(entity.fields[name]?.currency)
  })
})
