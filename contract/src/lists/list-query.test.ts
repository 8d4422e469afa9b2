import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entities } from '../entities.ts'
import type { Entity } from '../entity.ts'
import type { Field } from '../field.ts'
import { transaction } from '../payments/transaction.entity.ts'
import { defaultLimit, type ListQuery, parseListQuery } from './list-query.ts'
import { formatQueryString, parseQueryString } from './query-string.ts'

const read = (entity: Entity, address: string) => parseListQuery(entity, parseQueryString(address))
function understood(address: string, entity: Entity = transaction): ListQuery {
  const result = read(entity, address)
  if ('details' in result) throw new Error(JSON.stringify(result.details))
  return result.query
}
function refused(address: string, entity: Entity = transaction): Record<string, string> {
  const result = read(entity, address)
  return 'details' in result ? result.details : {}
}

/** Values of the field, written as in an address. */
function textOf(field: Field): fc.Arbitrary<string> {
  switch (field.kind) {
    case 'id':
    case 'ref':
    case 'refs':
      return fc.uuid()
    case 'decimal':
      return fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((value) => String(value / 10_000))
    case 'money':
    case 'integer':
      return fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }).map(String)
    case 'boolean':
      return fc.constantFrom('true', 'false')
    case 'timestamp':
      return fc
        .date({ min: new Date('1901-01-01'), max: new Date('2998-12-31'), noInvalidDate: true })
        .chain((date) => fc.constantFrom(date.toISOString(), date.toISOString().slice(0, 10)))
    case 'date':
      return fc.constantFrom('1900-01-01', '2024-02-29', '2026-10-31')
    case 'choice':
    case 'choices':
      return fc.constantFrom(...(field.choices ?? []))
    case 'country':
      return fc.constantFrom('NL', 'DE', 'BE')
    case 'currency':
      return fc.constantFrom('EUR', 'JPY', 'KWD')
    case 'gateway':
      return fc.constantFrom('sandbox', 'stripe')
    case 'text':
    case 'texts':
    case 'conditions':
      return fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !text.includes('\0'))
  }
}

function addressOf(entity: Entity): fc.Arbitrary<Record<string, string | string[]>> {
  const filters = Object.entries(entity.filters).flatMap(
    ([name, kind]): [string, fc.Arbitrary<string | string[]>][] => {
      const value = textOf(entity.fields[name] as Field)
      if (kind === 'is') return [[name, value]]
      if (kind === 'among') return [[`${name}[]`, fc.array(value, { minLength: 1, maxLength: 3 })]]
      if (kind === 'any')
        return [
          [name, value],
          [`${name}[]`, fc.array(value, { minLength: 1, maxLength: 3 })],
        ]
      return [
        [name, value],
        [`${name}>`, value],
        [`${name}<`, value],
      ]
    },
  )
  return fc.record(
    {
      ...Object.fromEntries(filters),
      _sort: fc.constantFrom(...entity.sort.flatMap((name) => [name, `-${name}`])),
      _limit: fc.integer({ min: 1, max: entity.maxLimit }).map(String),
      _skip: fc.nat(10_000_000).map(String),
      _search_by: fc.constantFrom(...Object.keys(entity.search)),
      _search: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Record<string, string | string[]>>
}

describe.each(entities.map((entity) => [entity.name, entity] as const))('addresses of %s', (_name, entity) => {
  it('mean the same after they were written and read', () => {
    fc.assert(
      fc.property(addressOf(entity), (address) => {
        const direct = parseListQuery(entity, address)
        expect(direct).toHaveProperty('query')
        expect(read(entity, formatQueryString(address))).toEqual(direct)
      }),
      { numRuns: 60 },
    )
  })

  it('refuse every key that is not declared, by its name', () => {
    const known = new Set([...Object.keys(entity.filters), '_search', '_sort', '_limit', '_skip', '_columns'])
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), (key) => {
        fc.pre(!known.has(key) && !/^(merchant|organisation|format|_.*)$/.test(key) && !/\[\]$|[<>]$/.test(key))
        expect(read(entity, `${encodeURIComponent(key)}=1`)).toEqual({ details: { [`query.${key}`]: 'unknown' } })
      }),
      { numRuns: 60 },
    )
  })

  it('refuse a field that is not declared as filter, order or search', () => {
    for (const name of Object.keys(entity.fields)) {
      if (!(name in entity.filters) && name !== 'merchant' && name !== 'organisation')
        expect(refused(`${name}=x`, entity)).toEqual({ [`query.${name}`]: 'unknown' })
      if (!entity.sort.includes(name)) expect(refused(`_sort=${name}`, entity)).toHaveProperty(['query._sort'])
      if (!(name in entity.search)) expect(refused(`_search_by=${name}`, entity)).toHaveProperty(['query._search_by'])
      if (!entity.populate.includes(name))
        expect(refused(`_populate=${name}`, entity)).toHaveProperty(['query._populate'])
    }
  })
})

describe('a list address', () => {
  it('without anything means 25 rows, newest first', () =>
    expect(understood('')).toEqual({
      filters: [],
      sort: { field: 'created_at', descending: true },
      limit: defaultLimit,
      skip: 0,
      populate: [],
      format: 'csv',
      columns: transaction.export,
    }))

  it('drops what is empty', () => {
    expect(understood('status=&status[]=&amount>=&_search=&_sort=&_limit=&_populate=&merchant=')).toEqual(
      understood(''),
    )
    expect(understood('status[]=&status[]=AUTHORIZED').filters).toEqual([
      { field: 'status', op: 'in', values: ['AUTHORIZED'] },
    ])
  })

  it('keeps 00123 text and 100 a number', () => {
    expect(understood('merchant_reference=00123&amount=100').filters).toEqual([
      { field: 'amount', op: 'in', values: [100] },
      { field: 'merchant_reference', op: 'in', values: ['00123'] },
    ])
  })

  it('names relations by repetition, by commas or both', () => {
    const both = ['customer', 'tags']
    for (const address of [
      '_populate=customer,tags',
      '_populate=customer&_populate=tags',
      '_populate[]=customer&_populate[]=tags',
    ])
      expect(understood(address).populate).toEqual(both)
    expect(understood('_populate=customer,customer').populate).toEqual(['customer'])
  })

  it.each([
    ['status=PAID', 'query.status', 'invalid_value'],
    ['status[]=AUTHORIZED&status[]=PAID', 'query.status[]', 'invalid_value'],
    ['status=AUTHORIZED&status=FAILED', 'query.status', 'invalid_value'],
    ['_limit=1&_limit=2', 'query._limit', 'invalid_type'],
    ['_limit=0', 'query._limit', 'too_small'],
    ['_limit=1001', 'query._limit', 'too_large'],
    ['_limit=1000000000', 'query._limit', 'too_large'],
    ['_limit=1e2', 'query._limit', 'must_be_an_integer'],
    ['_skip=-1', 'query._skip', 'must_be_an_integer'],
    ['_skip=10000001', 'query._skip', 'too_large'],
    ['_sort=password_hash', 'query._sort', 'invalid_value'],
    ['_sort=--amount', 'query._sort', 'invalid_value'],
    ['_populate=customer,merchant', 'query._populate', 'invalid_value'],
    ['_columns=id,password_hash', 'query._columns', 'invalid_value'],
    ['format=pdf', 'query.format', 'invalid_value'],
    ['amount>=1.5', 'query.amount>', 'must_be_an_integer'],
    ['amount=9007199254740993', 'query.amount', 'too_large'],
    ['amount<=9223372036854775808', 'query.amount<', 'must_be_an_integer'],
    ['id=1', 'query.id', 'invalid_id'],
    ['merchant=1', 'query.merchant', 'invalid_id'],
    ['blocked=1', 'query.blocked', 'invalid_value'],
    ['country_code=nl', 'query.country_code', 'invalid_country'],
    ['created_at>=2026-02-30', 'query.created_at>', 'invalid_date'],
    ['created_at>=0000-01-01', 'query.created_at>', 'invalid_date'],
    ['created_at>=275760-01-01', 'query.created_at>', 'invalid_date'],
    ['created_at>=yesterday', 'query.created_at>', 'invalid_date'],
    ['created_at>=2026-10-01T25:00Z', 'query.created_at>', 'invalid_date'],
    ['created_at>=2026-10-01T10:00', 'query.created_at>', 'invalid_date'],
    // PostgreSQL does not accept this offset from UTC.
    ['created_at>=2026-10-01T10:00%2B23:00', 'query.created_at>', 'invalid_date'],
    ['merchant_reference=%00', 'query.merchant_reference', 'invalid_text'],
    ['merchant_reference=a&merchant_reference=b', 'query.merchant_reference', 'invalid_type'],
    ['status>=AUTHORIZED', 'query.status>', 'unknown'],
    ['customer[]=x', 'query.customer[]', 'unknown'],
    ['__proto__=1', 'query.__proto__', 'unknown'],
    ['constructor=1', 'query.constructor', 'unknown'],
    ['hasOwnProperty=1', 'query.hasOwnProperty', 'unknown'],
  ])('%s is refused under %s: %s', (address, key, reason) => expect(refused(address)).toEqual({ [key]: reason }))

  it('takes an instant with an offset', () =>
    expect(understood('created_at>=2026-10-01T10:00:00%2B02:00').filters).toHaveLength(1))

  it('refuses more than a hundred alternatives', () =>
    expect(refused(Array.from({ length: 101 }, () => 'status[]=FAILED').join('&'))).toEqual({
      'query.status[]': 'too_many',
    }))
})
