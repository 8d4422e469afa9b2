import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatQueryString, parseQueryString, type Query } from './query-string.ts'

const plain = (query: Query) => ({ ...query })

describe('the grammar of addresses', () => {
  it('reads equal, one of, from and up to', () => {
    expect(plain(parseQueryString('status=A&tags[]=1&tags[]=2&created_at>=2026-10-01&created_at<=2026-10-31'))).toEqual(
      {
        status: 'A',
        'tags[]': ['1', '2'],
        'created_at>': '2026-10-01',
        'created_at<': '2026-10-31',
      },
    )
  })

  it('keeps a list of one a list', () => expect(parseQueryString('status[]=A')['status[]']).toEqual(['A']))

  it('shows a repeated scalar as a list, for its reader to refuse', () =>
    expect(parseQueryString('_limit=1&_limit=2')['_limit']).toEqual(['1', '2']))

  it('leaves text as it is: 00123 stays 00123', () =>
    expect(parseQueryString('_search=00123')['_search']).toBe('00123'))

  it('takes __proto__ and constructor for keys like any other', () => {
    const query = parseQueryString('__proto__=1&constructor=2&__proto__[x]=3&constructor.prototype=4&toString=5')
    expect(Object.keys(query)).toEqual([
      '__proto__',
      'constructor',
      '__proto__[x]',
      'constructor.prototype',
      'toString',
    ])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    expect(parseQueryString('a=1')['toString']).toBeUndefined()
  })

  it('writes addresses that people can read', () =>
    expect(formatQueryString({ 'status[]': ['A', 'B'], 'created_at>': '2026-10-01T00:00', _sort: '-amount' })).toBe(
      'status[]=A&status[]=B&created_at>=2026-10-01T00:00&_sort=-amount',
    ))

  it('leaves out what is empty', () =>
    expect(formatQueryString({ a: '', b: undefined, 'c[]': [], 'd[]': ['', 'x'], e: '0' })).toBe('d[]=x&e=0'))

  it('reads what it wrote, whatever the keys and values', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).filter((value) => value.isWellFormed())
    const key = text.filter((name) => !name.endsWith('[]'))
    const address = fc.tuple(
      fc.dictionary(key, text, { maxKeys: 6 }),
      fc.dictionary(key, fc.array(text, { minLength: 1, maxLength: 4 }), { maxKeys: 3 }),
    )
    fc.assert(
      fc.property(address, ([scalars, lists]) => {
        const query = {
          ...scalars,
          ...Object.fromEntries(Object.entries(lists).map(([name, values]) => [`${name}[]`, values])),
        }
        expect(plain(parseQueryString(formatQueryString(query)))).toEqual(query)
      }),
      { numRuns: 500 },
    )
  })
})
