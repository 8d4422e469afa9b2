import { routingReply } from '@kontor/contract/decisions/routings/routing.schemas'
import { entities } from '@kontor/contract/entities'
import type { Entity } from '@kontor/contract/entity'
import { formatQueryString } from '@kontor/contract/lists/query-string'
import { minorUnitsOf } from '@kontor/contract/money'
import { activateMerchantEndpoint, deactivateMerchantEndpoint } from '@kontor/contract/organisations/merchant.endpoints'
import { merchantReply } from '@kontor/contract/organisations/merchant.schemas'
import { paymentProfileReply } from '@kontor/contract/organisations/payment-profile.schemas'
import { refundTransactionEndpoint } from '@kontor/contract/payments/refund.endpoints'
import {
  captureTransactionEndpoint,
  createTransactionEndpoint,
  voidTransactionEndpoint,
} from '@kontor/contract/payments/transaction.endpoints'
import { isAllowed, roleNamed } from '@kontor/contract/roles'
import { subscriptionReply } from '@kontor/contract/subscriptions/subscription.schemas'
import { isCanonicalUuid } from '@kontor/contract/uuid'
import { rowSchema } from '@kontor/contract/wire'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { sources } from '../../src/app.ts'
import { type AnyAnswer, base, entitiesWithFreeTime, makeWorld, tableOf, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.stop())

const named = entities.map((entity) => [entity.name, entity] as const)
const get = (path: string, who = world.who.provider) => world.kontor.get(who, path)
const ids = (rows: AnyAnswer): string[] => rows.map((row: { id: string }) => row.id)

async function list(entity: Entity, query = '', who?: string): Promise<AnyAnswer[]> {
  const { status, body } = await get(`${base(entity)}?_limit=1000&${query}`, who)
  expect([query, status]).toEqual([query, 200])
  return body
}
/** A row without the fields that a list leaves out unless they are asked for. */
const withoutCostly = ({ name }: Entity, row: AnyAnswer): AnyAnswer => {
  const { costly = [] } = sources[name] ?? {}
  return Object.fromEntries(Object.entries(row).filter(([field]) => !costly.includes(field)))
}
const count = async (entity: Entity, query = ''): Promise<number> =>
  (await get(`${base(entity)}/count?${ofAllRows(query)}`)).body.count
/** A count and totals have the filters of a list, and no order. */
const ofAllRows = (query: string): string => query.replace(/&?_sort=[^&]*/, '')

/** Reads the whole list page by page, as a person would. */
async function paged(entity: Entity, query: string, size: number): Promise<AnyAnswer[]> {
  const rows: AnyAnswer[] = []
  for (;;) {
    const { body } = await get(`${base(entity)}?_limit=${size}&_skip=${rows.length}&${query}`)
    rows.push(...body)
    if (body.length < size) return rows
  }
}

/** Works in batches, so that a test takes only a second or two. */
async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += 8) await Promise.all(items.slice(start, start + 8).map(work))
}

type Cells = Record<string, string>
/** The content of an export of those columns, as a program reads it. */
async function file(entity: Entity, format: 'csv' | 'xlsx' | 'json', columns: string[], query = ''): Promise<Cells[]> {
  const path = `${base(entity)}/export?format=${format}&_columns=${columns.join(',')}&${query}`
  const response = await fetch(world.kontor.url + path, { headers: { cookie: world.who.provider } })
  expect([path, response.status]).toEqual([path, 200])
  if (format === 'csv') return parse<Cells>(await response.text(), { columns: true, bom: true })
  if (format === 'json') return (await response.json()) as Cells[]
  const [sheet] = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets
  const [names = [], ...rows] = sheet?.rows ?? []
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [String(name), String(row[index] ?? '')])))
}

/** One filter of each kind. */
const narrowed = (entity: Entity, rows: AnyAnswer[]): string[] => {
  const some = rows[Math.floor(rows.length / 2)]
  const filters = Object.entries(entity.filters).filter(([field]) => valuesOf(rows, field).length > 0)
  const [any] = filters.filter(([, kind]) => kind === 'any')
  const [by] = Object.keys(entity.search)
  return [
    '',
    ...(any ? [formatQueryString({ [`${any[0]}[]`]: valuesOf(rows, any[0]).slice(0, 2).map(String) })] : []),
    `${parameter('created_at>', some.created_at)}&_sort=created_at`,
    ...(by ? [formatQueryString({ _search_by: by, _search: String(some[by] ?? '').slice(0, 3) })] : []),
  ]
}

const holds = (value: unknown, wanted: unknown) => (Array.isArray(value) ? value.includes(wanted) : value === wanted)
const valuesOf = (rows: AnyAnswer[], field: string): AnyAnswer[] =>
  [...new Set(rows.flatMap((row) => row[field]))].filter((value) => value !== null)
const ordered = (values: AnyAnswer[]) => values.sort((one, other) => (one < other ? -1 : 1))
const parameter = (name: string, value: unknown) => formatQueryString({ [name]: String(value) })

/** Entities whose rows have more fields than the entity. */
const fuller: Record<string, z.ZodObject> = {
  merchant: merchantReply,
  payment_profile: paymentProfileReply,
  routing: routingReply,
  subscription: subscriptionReply,
}

describe.each(named)('the list of %s', (_name, entity) => {
  it('has rows of exactly the described fields', async () => {
    const schema = (fuller[entity.name] ?? rowSchema(entity)).strict()
    const rows = await list(entity)
    expect(rows.length).toBeGreaterThan(1)
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(Object.keys(schema.shape).sort())
      schema.parse(row)
      for (const [name, field] of Object.entries(entity.fields)) {
        if (row[name] === null) continue
        if (field.kind === 'timestamp') expect(row[name]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        if (['id', 'ref'].includes(field.kind)) expect(row[name]).toSatisfy(isCanonicalUuid)
      }
    }
    const { body } = await get(`${base(entity)}/${rows[0].id}`)
    expect(withoutCostly(entity, body)).toEqual(withoutCostly(entity, rows[0]))
  })

  it('agrees with count and with the exports', async () => {
    const rows = await list(entity)
    expect(await count(entity)).toBe(rows.length)
    const columns = Object.keys(entity.fields).join(',')
    const { body: json } = await get(`${base(entity)}/export?format=json&_columns=${columns}`)
    // A file has only the described fields.
    const described = (row: AnyAnswer) =>
      Object.fromEntries(Object.keys(entity.fields).map((name) => [name, row[name]]))
    const cheap = (row: AnyAnswer) => withoutCostly(entity, row)
    expect(json.map(cheap)).toEqual(rows.map(described).map(cheap))
    const { body: csv } = await get(`${base(entity)}/export?format=csv&_columns=id`)
    expect(parse(csv, { columns: true, bom: true }).map((row) => (row as { id: string }).id)).toEqual(ids(rows))
  })

  it('exports the rows that it counts, by the filters and the search that it has, in each format', async () => {
    const formats = ['csv', 'xlsx', 'json'] as const
    for (const [asked, query] of narrowed(entity, await list(entity)).entries()) {
      const rows = ids(await list(entity, query))
      expect([query, await count(entity, query)]).toEqual([query, rows.length])
      // All formats have their rows from one statement.
      for (const format of query === '' ? formats : formats.slice(asked % 3, (asked % 3) + 1))
        expect([query, format, (await file(entity, format, ['id'], query)).map(({ id }) => id)]).toEqual([
          query,
          format,
          rows,
        ])
    }
  })

  it.runIf(entity.totals.length > 0)('exports amounts that add up to the totals on the screen', async () => {
    for (const query of narrowed(entity, await list(entity))) {
      const { body: totals } = await get(`${base(entity)}/totals?${ofAllRows(query)}`)
      for (const format of ['csv', 'xlsx'] as const) {
        const rows = await file(entity, format, [...entity.totals, 'currency_code'], query)
        for (const { currency_code, sums } of totals) {
          const mine = rows.filter((row) => row.currency_code === currency_code)
          for (const name of entity.totals) {
            const amounts = mine.map((row) => minorUnitsOf(row[name] ?? '', currency_code) ?? Number.NaN)
            expect([name, amounts.reduce((sum, amount) => sum + amount, 0)]).toEqual([name, sums[name]])
          }
        }
      }
    }
  })

  it.runIf(entity.totals.length > 0)('adds up its amounts, each currency for itself', async () => {
    const all = await list(entity)
    const some = all[Math.floor(all.length / 2)]
    for (const query of ['', parameter('status', some.status), parameter('created_at<', some.created_at)]) {
      const rows = await list(entity, query)
      const { status, body } = await get(`${base(entity)}/totals?${query}`)
      expect(status).toBe(200)
      expect(body.map((each: AnyAnswer) => each.currency_code).sort()).toEqual(ordered(valuesOf(rows, 'currency_code')))
      for (const { currency_code, count: counted, sums } of body) {
        const mine = rows.filter((row) => row.currency_code === currency_code)
        expect(counted).toBe(mine.length)
        const added = (name: string) => mine.reduce((sum, row) => sum + row[name], 0)
        expect(sums).toEqual(Object.fromEntries(entity.totals.map((name) => [name, added(name)])))
      }
    }
    expect((await get(`${base(entity)}/totals`, world.who.withoutRoles)).status).toBe(403)
    expect((await get(`${base(entity)}/totals?nonsense=1`)).status).toBe(400)
    const narrow = isAllowed(entity.roles.list, ['USER_ALL']) ? world.who.ofA : world.who.provider
    const ofA = await list(entity, '', narrow)
    const { body } = await get(`${base(entity)}/totals`, narrow)
    expect(body.reduce((sum: number, each: AnyAnswer) => sum + each.count, 0)).toBe(ofA.length)
  })

  it('is narrowed by each of its filters', async () => {
    const all = await list(entity)
    const expectOnly = async (query: string, wanted: (row: AnyAnswer) => boolean) => {
      const expected = all.filter(wanted)
      expect(ids(await list(entity, query))).toEqual(ids(expected))
      expect([query, await count(entity, query)]).toEqual([query, expected.length])
      return expected.length
    }
    for (const [field, kind] of Object.entries(entity.filters)) {
      const values = ordered(valuesOf(all, field))
      const isNarrow = (found: number) => expect([field, found > 0 && found < all.length]).toEqual([field, true])
      // Only one gateway exists, so a filter by it changes nothing.
      if (entity.fields[field]?.kind === 'gateway') continue
      // Whoever lists here sees both sides of every share; shares.test.ts has people of one side.
      if (entity.name === 'share' && field === 'side') continue
      // For the same reason no processor is another's.
      if (entity.name === 'processor' && field === 'shared') continue
      expect([field, values.length > 1]).toEqual([field, true])
      const one = kind === 'among' ? `${field}[]` : field
      const found = await expectOnly(parameter(one, values[0]), (row) => holds(row[field], values[0]))
      isNarrow(found)
      // Some three pages, of which the last one is shorter.
      const pages = await paged(entity, parameter(one, values[0]), Math.max(3, Math.ceil(found / 3)))
      expect(ids(pages)).toEqual(ids(all.filter((row) => holds(row[field], values[0]))))
      if (kind === 'any' || kind === 'among') {
        const two = formatQueryString({ [`${field}[]`]: values.slice(0, 2).map(String) })
        await expectOnly(two, (row) => holds(row[field], values[0]) || holds(row[field], values[1]))
      }
      if (kind === 'range') {
        const middle = values[Math.floor(values.length / 2)]
        isNarrow(await expectOnly(parameter(`${field}>`, middle), (row) => row[field] >= middle))
        isNarrow(await expectOnly(parameter(`${field}<`, values[0]), (row) => row[field] <= values[0]))
        const both = `${parameter(`${field}>`, middle)}&${parameter(`${field}<`, middle)}`
        await expectOnly(both, (row) => row[field] === middle)
      }
    }
  })

  it('takes every two filter values together', async () => {
    const all = await list(entity)
    const parameters = Object.entries(entity.filters).flatMap(([field, kind]) => {
      const values = valuesOf(all, field).slice(0, 1)
      const keys = {
        is: [field],
        any: [field, `${field}[]`],
        range: [field, `${field}>`, `${field}<`],
        among: [`${field}[]`],
      }[kind]
      return keys.flatMap((key) => values.map((value) => parameter(key, value)))
    })
    expect(parameters.length).toBeGreaterThan(3)
    // Every two are in one request: of their two groups, or of their own group and any other.
    const groups = Array.from({ length: Math.ceil(parameters.length / 3) }, (_, at) =>
      parameters.slice(at * 3, at * 3 + 3).join('&'),
    )
    const requests = groups.flatMap((one, index) => groups.slice(index + 1).map((other) => `${one}&${other}`))
    await inBatches(requests, async (query) => {
      const { status } = await get(`${base(entity)}/count?${query}`)
      expect([query, status]).toEqual([query, 200])
    })
  })

  it('holds each row once, in one order, however it is paged', async () => {
    for (const field of entity.sort) {
      const rising = await list(entity, `_sort=${field}`)
      const falling = await list(entity, `_sort=-${field}`)
      // Equal values are ordered by the id, in the same direction.
      expect(ids(falling)).toEqual(ids(rising).reverse())
      for (const [index, row] of rising.slice(1).entries()) {
        const before = rising[index]
        if (row[field] === before[field]) expect(row.id > before.id).toBe(true)
        else if (typeof row[field] === 'number' || field === 'created_at') expect(row[field] > before[field]).toBe(true)
      }
      // Small pages go often over equal values; of the other fields a few large ones are read.
      for (const size of field === entity.sort[0] ? [3, 25] : [Math.max(3, Math.ceil(rising.length / 4))])
        expect(ids(await paged(entity, `_sort=${field}`, size))).toEqual(ids(rising))
    }
    expect(ids(await list(entity))).toEqual(ids(await list(entity, `_sort=${entity.defaultSort}`)))
  })

  it('goes on after any row, and back from it, with the rows that its pages hold', async () => {
    for (const field of entity.sort.filter((name) => !entity.fields[name]?.optional))
      for (const sort of [field, `-${field}`]) {
        const rows = await list(entity, `_sort=${sort}`)
        const step = async (side: string, at: number, limit: number) => {
          const place = formatQueryString({ [side]: `${rows[at][field]},${rows[at].id}` })
          return ids((await get(`${base(entity)}?_sort=${sort}&_limit=${limit}&${place}`)).body)
        }
        // Almost at the beginning, and at the end.
        for (const at of new Set([1, rows.length - 1])) {
          expect(await step('_after', at, 3)).toEqual(ids(rows.slice(at + 1, at + 4)))
          expect(await step('_before', at, 3)).toEqual(ids(rows.slice(Math.max(0, at - 3), at)))
        }
      }
  })

  it('refuses what it does not know, and names it', async () => {
    const cases = [
      ['nonsense=1', 'query.nonsense'],
      // Without the equals sign it is a parameter of this name without a value, and no bound.
      ['created_at>2026-10-01', 'query.created_at>2026-10-01'],
      ['nonsense', 'query.nonsense'],
      ['password_hash=x', 'query.password_hash'],
      ['id=x', 'query.id'],
      ['created_at>=yesterday', 'query.created_at>'],
      ['_sort=id&_sort=id', 'query._sort'],
      ['_limit=5&_limit=5', 'query._limit'],
      [`_limit=${entity.maxLimit + 1}`, 'query._limit'],
      ['_limit=0', 'query._limit'],
      ['_skip=x', 'query._skip'],
      ['_after=x', 'query._after'],
      ['_before=October,01900000-0000-7000-8000-000000000001', 'query._before'],
      ['_search_by=created_at&_search=1', 'query._search_by'],
      ['_populate=password_hash', 'query._populate'],
      ['merchant=x', 'query.merchant'],
      ['merchant=x&merchant=y', 'query.merchant'],
      ['__proto__=1', 'query.__proto__'],
    ] as const
    // All three read the address by one function.
    for (const [verb, asked] of [
      ['', cases],
      ['/count', cases.slice(0, 5)],
      ['/export', cases.slice(0, 5)],
    ] as const)
      for (const [query, key] of asked) {
        const { status, body } = await get(`${base(entity)}${verb}?${query}`)
        expect([query, status, body.code, Object.keys(body.details)]).toEqual([query, 400, 'invalid_request', [key]])
      }
  })

  it('refuses codes of countries and currencies that nothing has', async () => {
    const coded = Object.keys(entity.filters).flatMap((name) => {
      const kind = entity.fields[name]?.kind
      if (kind !== 'country' && kind !== 'currency') return []
      const names = { is: [name], among: [`${name}[]`], any: [name, `${name}[]`], range: [] }[
        entity.filters[name] ?? 'is'
      ]
      return names.map((each) => [each, kind === 'country' ? 'ZZ' : 'QQQ', kind] as const)
    })
    for (const [name, code, kind] of coded) {
      const { status, body } = await get(`${base(entity)}?${name}=${code}`)
      expect([name, status, body.details]).toEqual([name, 400, { [`query.${name}`]: `invalid_${kind}` }])
    }
  })

  it('takes of an address what has an effect: no filter of one row, and no page of a file', async () => {
    const refused = async (address: string) => {
      const { status, body } = await get(address)
      return [status, ...Object.entries(body.details ?? {})]
    }
    const row = `${base(entity)}/01900000-0000-7000-8000-000000000001`
    expect(await refused(`${row}?_limit=1`)).toEqual([400, ['query._limit', 'unknown']])
    expect(await refused(`${row}?_sort=id`)).toEqual([400, ['query._sort', 'unknown']])
    expect((await get(`${row}?_populate=`)).status).toBe(404)
    for (const page of ['_limit', '_skip', '_populate', '_after'])
      expect(await refused(`${base(entity)}/export?${page}=1`)).toEqual([400, [`query.${page}`, 'unknown']])
  })

  it('gives as many rows as are asked for, and none beyond the end', async () => {
    expect((await get(`${base(entity)}?_limit=${entity.maxLimit}`)).status).toBe(200)
    expect((await get(`${base(entity)}?_limit=1`)).body).toHaveLength(1)
    expect((await get(`${base(entity)}?_skip=10000`)).body).toEqual([])
  })

  it('puts rows in the place of ids where it is asked to, and nowhere else', async () => {
    const plain = await list(entity)
    const all = await list(entity, `_populate=${entity.populate.join(',')}`)
    for (const relation of entity.populate) {
      const target = entities.find(({ name }) => name === entity.fields[relation]?.entity)
      const populated = await list(entity, `_populate=${relation}`)
      // The specification announces this relation: it can be requested, and is empty.
      if (!target) expect([...new Set(populated.map((row) => row[relation]))]).toEqual([null])
      else expect(populated.some((row) => row[relation] !== null && row[relation].length !== 0)).toBe(true)
      for (const [index, row] of populated.entries()) {
        const found = [row[relation]].flat().filter((one) => one !== null)
        const isCostly = sources[entity.name]?.costly?.includes(relation)
        // A list has such a field only where it is asked for, and the row itself always.
        const own = isCostly ? (await get(`${base(entity)}/${row.id}`)).body : plain[index]
        expect(found.map((one) => one.id)).toEqual([own[relation]].flat().filter((one) => one !== null))
        for (const one of found) expect(Object.keys(one).sort()).toEqual(Object.keys(target?.fields ?? {}).sort())
        expect({ ...row, [relation]: 0 }).toEqual({ ...plain[index], [relation]: 0 })
        expect(all[index][relation]).toEqual(row[relation])
      }
    }
  })

  it('is for whoever is signed in', async () => {
    const [row] = await list(entity)
    for (const path of ['', '/count', '/export', `/${row.id}`]) {
      const nobody = await get(base(entity) + path, '')
      expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
      const unknown = await get(base(entity) + path, 'kontor=nonsense')
      expect([unknown.status, unknown.body.code]).toEqual([401, 'session_expired'])
    }
  })

  it('is for whoever has one of its roles, and says which', async () => {
    const [row] = await list(entity)
    const roles = entity.roles.list.map((group) => group.join(' + '))
    const other = entities
      .map(({ name }) => name.toUpperCase())
      // The right for one entity may include another: those who see customers see cards.
      .map((area) => roleNamed(`${area === 'MERCHANT' ? 'PSP_MERCHANT' : area}_LIST`))
      .filter((role) => role && !entity.roles.list.flat().some((one) => one === role))
    const { make } = world.kontor
    const ofOthers = await make.cookie({
      roles: other as [],
    })
    const ofRow = (entity.roles.get ?? entity.roles.list).map((group) => group.join(' + '))
    const refused = [
      ['', roles],
      ['/count', roles],
      ['/export', roles],
      [`/${row.id}`, ofRow],
    ] as const
    for (const [path, asked] of refused) {
      for (const who of [world.who.withoutRoles, ofOthers]) {
        const { status, body } = await get(base(entity) + path, who)
        expect([status, body.code, body.details]).toEqual([403, 'forbidden', { roles: asked }])
      }
    }
    for (const group of entity.roles.list.filter(([name]) => name !== 'USER_ALL' || !roles.includes('PSP_ALL')))
      expect((await get(base(entity), await make.cookie({ roles: [...group] }))).status).toBe(200)
  })

  it('takes every character in a search', async () => {
    // Alone: what ends a pattern or a text, or is all of it.
    const texts = [`%_"'\\%\\_😀00123'; drop table tag; --\né%00 (){}`, '%', '_', '\\', '"', "'", ' ', '\n']
    for (const [at, by] of Object.keys(entity.search).entries()) {
      await inBatches(at === 0 ? texts : texts.slice(0, 1), async (text) => {
        const { status } = await get(`${base(entity)}?${formatQueryString({ _search_by: by, _search: text })}`)
        expect([by, text, status]).toEqual([by, text, 200])
      })
      // Sequences that a URL can hold but a text cannot: NUL, half a surrogate pair, an invalid escape.
      for (const raw of ['%00', 'a%00b', '%ED%A0%80', '%zz', '%'])
        expect((await get(`${base(entity)}?_search_by=${by}&_search=${raw}`)).status).toBe(200)
    }
  })
})

describe('a list of 0, 1, 25, 26 and 50 rows', () => {
  const makeOne: Record<string, (number: number) => Promise<unknown>> = {
    merchant: () => world.kontor.make.merchant({ name: 'Paging' }),
    audit_trail_item: () =>
      world.kontor.make.auditTrailItem(world.a.merchant, { route: 'GET /v1/Paging', created_at: noon }),
    psp_audit_trail_item: () =>
      world.kontor.make.auditTrailItem(world.a.merchant, { route: 'GET /v1/Paging/staff', created_at: noon }),
    organisation: () => world.kontor.make.organisation(world.a.merchant, { name: 'Paging node' }),
    payment_profile: () => world.kontor.make.profile(world.a.merchant, { name: 'Paging' }),
    processor: () => world.kontor.make.processor(world.a.merchant, { name: 'Paging' }),
    share: async () => {
      const processor = await world.kontor.make.processor(world.a.merchant, { name: 'Paging share' })
      return world.kontor.make.share(world.a.merchant, { processor, to: world.a.merchant })
    },
    settlement: (number) =>
      world.kontor.make.settlement(world.a.merchant, { number: `PAGEAA-${number + 100_000}`, closed_by: 'Paging' }),
    psp_settlement: (number) =>
      world.kontor.make.settlement(world.a.merchant, { number: `PAGEBB-${number + 100_000}`, closed_by: 'Paging' }),
    invoice: (number) =>
      world.kontor.make.invoice(world.a.merchant, { number: `KF-2199-${number + 100_000}`, created_at: noon }),
    settlement_profile: () => world.kontor.make.settlementProfile(world.a.merchant, { name: 'Paging' }),
    settlement_schedule: (number) => world.kontor.make.settlementSchedule({ name: `Paging ${number}` }),
    package: (number) => world.kontor.make.pricePackage({ name: `Paging ${number}` }),
    bank_account: () => world.kontor.make.bankAccount(world.a.merchant, { holder: 'Paging' }),
    bank_entry: () => world.kontor.make.bankEntry({ counterparty: 'Paging', created_at: noon }),
    client_money_day: () => world.kontor.make.clientMoneyDay({ surplus: 777, created_at: noon }),
    payment_order: () => world.kontor.make.paymentOrder({ execution_day: '2026-12-14', created_at: noon }),
    settlement_update: async (number) => {
      const of = { number: `PAGECC-${number + 100_000}` }
      const settlement = await world.kontor.make.settlement(world.a.merchant, of)
      return world.kontor.make.settlementUpdate(world.a.merchant, { settlement, created_at: noon })
    },
    sap_batch: () => world.kontor.make.sapBatch({ created_at: noon, created_by: 'Paging' }),
    psp_bank_account: () => world.kontor.make.pspBankAccount({ name: 'Paging' }),
    import: () => world.kontor.make.importOf(world.a.merchant, { file_name: 'Paging' }),
    report_schedule: () => world.kontor.make.reportSchedule(world.a.merchant, { name: 'Paging' }),
    report: () => world.kontor.make.report(world.a.merchant, { name: 'Paging' }),
    revenue_scheme: (number) => world.kontor.make.scheme({ name: `Paging ${number}` }),
    cost_scheme: (number) => world.kontor.make.scheme({ type: 'COST', name: `Paging ${number}` }),
    reserve_scheme: (number) => world.kontor.make.scheme({ type: 'RESERVE', name: `Paging ${number}` }),
    partner_scheme: (number) => world.kontor.make.scheme({ type: 'PARTNER', name: `Paging ${number}` }),
    welcome_mail: () => world.kontor.make.welcomeMail({ name: 'Paging' }),
    processor_settlement: () => world.kontor.make.processorSettlement(world.a.merchant, { name: 'Paging' }),
    routing: () =>
      world.kontor.make.routing(world.a.merchant, { name: `Paging ${Math.random()}`, processors: [world.a.processor] }),
    middleware: () => world.kontor.make.middleware(world.a.merchant, { name: 'Paging' }),
    customer: () => world.kontor.make.customer(world.a.merchant, { first_name: 'Paging', last_name: '' }),
    terminal: () => world.kontor.make.terminal(world.a, { name: 'Paging' }),
    plan: () => world.kontor.make.plan(world.a, { name: 'Paging' }),
    subscription: async () =>
      world.kontor.make.subscription(world.a, {
        customer: await world.kontor.make.customer(world.a.merchant, { first_name: 'Pagina', last_name: '' }),
      }),
    subscription_discount: () => world.kontor.make.discount(world.a.merchant, { name: 'Paging' }),
    one_off: () => world.kontor.make.oneOff(world.a.merchant, { description: 'Paging' }),
    checkout: () => world.kontor.make.checkoutDesign(world.a.merchant, { name: 'Paging' }),
    api_key: () => world.kontor.make.apiKey(world.a.merchant, [], world.a.merchant, { name: 'Paging' }),
    user: (number) =>
      world.kontor.make.user({ merchant: world.a.merchant, name: 'Paging', email: `paging${number}@a.example` }),
    psp_user: (number) => world.kontor.make.user({ name: 'Paging', email: `paging${number}@psp.example` }),
    validation_ruleset: () => world.kontor.make.validationRuleset(world.a.merchant, { name: 'Paging' }),
    tag: (number) => world.kontor.make.tag(world.a.merchant, { text: `Paging ${number}` }),
    payment_link: () => world.kontor.make.paymentLink(world.a, { merchant_reference: 'Paging' }),
    card_add_link: () => world.kontor.make.cardAddLink(world.a, { merchant_reference: 'Paging' }),
    transaction: () => world.kontor.make.transaction(world.a, { merchant_reference: 'Paging', created_at: noon }),
    refund: async () => {
      const of = await world.kontor.make.transaction(world.a, { merchant_reference: 'Paging refund' })
      return world.kontor.make.refund(world.a, of, { created_at: noon })
    },
    stuck_operation: async () => {
      const paid = { merchant_reference: 'Paging stuck', status: 'AUTHORIZED' } as const
      const transaction = await world.kontor.make.transaction(world.a, paid)
      return world.kontor.make.stuckOperation(world.a, { transaction, operation: 'capture', overdue_at: noon })
    },
    chargeback: async () => {
      const of = await world.kontor.make.transaction(world.a, { merchant_reference: 'Paging chargeback' })
      return world.kontor.make.chargeback(world.a, of, { created_at: noon })
    },
    contradiction: async () => {
      const of = await world.kontor.make.transaction(world.a, { merchant_reference: 'Paging contradiction' })
      return world.kontor.make.contradiction(world.a, of, { created_at: noon })
    },
    status_update: async () => {
      const of = await world.kontor.make.transaction(world.a, { merchant_reference: 'Paging update' })
      return world.kontor.make.statusUpdate(world.a, of, { created_at: noon })
    },
    scheduled_transaction: () =>
      world.kontor.make.scheduled(world.a, { merchant_reference: 'Paging', created_at: noon, due_at: noon }),
    webhook: () => world.kontor.make.webhook(world.a.merchant, { url: 'https://paging.example', created_at: noon }),
    card: async () =>
      world.kontor.make.card(world.a, await world.kontor.make.customer(world.a.merchant), { last_four: '9999' }),
  }
  // The roots of the merchants have that name, and so has a payment with refunds and chargebacks.
  const searches: Record<string, string> = {
    subscription: '_search=Pagina',
    organisation: '_search=Paging+node',
    transaction: 'merchant_reference=Paging',
    refund: '_search=Paging+refund',
    stuck_operation: '_search_by=merchant_reference&_search=Paging+stuck',
    chargeback: '_search=Paging+chargeback',
    contradiction: '_search=Paging+contradiction',
    status_update: '_search_by=merchant_reference&_search=Paging+update',
    scheduled_transaction: 'merchant_reference=Paging',
    card: '_search=9999',
    webhook: '_search=paging.example',
    bank_entry: '_search_by=counterparty&_search=Paging',
    client_money_day: 'surplus>=777&surplus<=777',
    payment_order: 'execution_day=2026-12-14',
    settlement_update: '_search_by=settlement_number&_search=PAGECC',
    sap_batch: '_search_by=created_by&_search=Paging',
    settlement: '_search=PAGEAA',
    psp_settlement: '_search=PAGEBB',
    invoice: '_search=KF-2199',
    audit_trail_item: 'route=GET+/v1/Paging',
    psp_audit_trail_item: 'route=GET+/v1/Paging/staff',
  }
  const noon = new Date('2026-05-05T12:00:00Z')

  it.each(named)('of %s has whole pages and no more, though all are of one instant', async (name, entity) => {
    let made = 0
    for (const size of [0, 1, 25, 26, 50]) {
      const make = makeOne[name]
      if (!make) throw new Error(`every-entity.test.ts: say in makeOne how a ${name} that a search finds is made`)
      for (; made < size; made += 1) await make(made)
      // The planner knows nothing of rows that were just made, and would join the shares in the worst order.
      await world.sql('analyze organisation, processor, share')
      if (entitiesWithFreeTime.includes(name)) {
        const table = tableOf[name] ?? name
        await world.sql(`update ${table} set created_at = $1 where to_jsonb(${table})::text ~ 'Paging|"9999"'`, [noon])
      }
      const mine = searches[name] ?? '_search=Paging'
      expect(await count(entity, mine)).toBe(size)
      const first = (await get(`${base(entity)}?${mine}`)).body
      const second = (await get(`${base(entity)}?_skip=25&${mine}`)).body
      expect([first.length, second.length]).toEqual([Math.min(size, 25), Math.max(size - 25, 0)])
      expect(new Set([...ids(first), ...ids(second)]).size).toBe(size)
      expect(ids(await paged(entity, `${mine}&_sort=created_at`, 7))).toEqual(
        ids(await list(entity, `${mine}&_sort=-created_at`)).reverse(),
      )
      expect((await get(`${base(entity)}?_skip=${size}&${mine}`)).body).toEqual([])
    }
  })
})

describe('a search', () => {
  const find = async (resource: string, by: string, text: string) =>
    (await get(`/v1/${resource}?${formatQueryString({ _search_by: by, _search: text, _limit: '1000' })}`)).body

  it('finds what contains the characters, not what they would mean to the database', async () => {
    const texts = ['100% wool', 'under_score', 'say "hi"', "it's", 'back\\slash', '😀 smile', 'a,b;c', '00123 x']
    for (const text of texts) await world.kontor.make.tag(world.a.merchant, { text })
    for (const [part, text] of [
      ['%', '100% wool'],
      ['_', 'under_score'],
      ['"', 'say "hi"'],
      ["'", "it's"],
      ['\\', 'back\\slash'],
      ['😀', '😀 smile'],
      ['SCORE', 'under_score'],
      ['00123', '00123 x'],
    ] as const)
      expect((await find('tag', 'text', part)).map((row: { text: string }) => row.text)).toEqual([text])
  })

  it('keeps leading zeros: 00123 is not 123', async () => {
    for (const merchant_reference of ['00123', '123', '0012345'])
      await world.kontor.make.transaction(world.a, { merchant_reference })
    const references = (rows: AnyAnswer) => rows.map((row: AnyAnswer) => row.merchant_reference).sort()
    expect(references(await find('transaction', 'merchant_reference', '00123'))).toEqual(['00123', '0012345'])
    expect(references((await get('/v1/transaction?merchant_reference=00123')).body)).toEqual(['00123'])
    const { body } = await get('/v1/transaction/export?merchant_reference=00123&_columns=merchant_reference')
    expect(body.trim().split('\r\n')[1]).toBe('00123')
  })
})

describe('texts that would be formulas', () => {
  const formula = /^\s*[=+\-@\t\r]/
  const number = /^-?\d+(\.\d+)?$/
  // Wrong data, constraints, columns that are written once or generated, and exceptions of triggers.
  const refusals = /^(22|23|42501|428C9|P0001)/
  // Serialization, deadlock and lock timeout.
  const disturbances = ['40001', '40P01', '55P03']

  // Writes a formula into every column that accepts text, including columns that users cannot write. A column that
  // takes no free text refuses it.
  beforeAll(async () => {
    const columns = await world.sql(
      `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and table_name = any($1)`,
      [[...new Set(entities.map(({ name }) => tableOf[name] ?? name))].filter((table) => table !== 'platform_user')],
    )
    // A person writes their name alone: addresses, languages and zones have their form.
    await world.sql(`update platform_user set name = '=1+' || translate(right(id::text, 8), 'abcdef', '123456')`)
    const isText = (entity: Entity, column: string) => (entity.fields[column]?.kind ?? 'text') === 'text'
    for (const { table, column } of columns.filter(({ table, column }) =>
      entities.every((entity) => (tableOf[entity.name] ?? entity.name) !== table || isText(entity, String(column))),
    ))
      await write(`update ${table} set ${column} = '=1+' || translate(right(id::text, 8), 'abcdef', '123456')`)
  })

  /** Gives up where the column refuses such a text, and tries again what a job of the engine disturbed. */
  async function write(statement: string, tries = 10): Promise<void> {
    const code = await world.sql(statement).then(
      () => undefined,
      (error: { code?: string }) => String(error.code),
    )
    if (code === undefined || refusals.test(code)) return
    if (tries === 1 || !disturbances.includes(code)) throw new Error(`${statement}: ${code}`)
    return write(statement, tries - 1)
  }

  it.each(named)('are inert in a file of %s, in every column', async (_name, entity) => {
    const columns = Object.keys(entity.fields).filter((name) => entity.fields[name]?.kind !== 'refs')
    const cells = (await file(entity, 'csv', columns)).flatMap((row) => Object.entries(row))
    expect(cells.filter(([, cell]) => formula.test(cell) && !number.test(cell))).toEqual([])
    expect((await file(entity, 'xlsx', columns)).length).toBe(await count(entity))
    // The processor writes all texts of cards, and days of client money have none, so they need no such cell.
    if (!['card', 'client_money_day'].includes(entity.name))
      expect(cells.filter(([, cell]) => cell.startsWith("'=1+")).length).toBeGreaterThan(0)
  })
})

describe('the description of the API', () => {
  it('has every route of every entity, and every command', async () => {
    const { paths } = (await get('/v1/openapi.json', '')).body
    for (const entity of entities)
      for (const path of ['', '/count', '/export', '/{id}']) expect(paths[base(entity) + path]?.get).toBeDefined()
    for (const { path, method } of [
      createTransactionEndpoint,
      captureTransactionEndpoint,
      voidTransactionEndpoint,
      refundTransactionEndpoint,
      activateMerchantEndpoint,
      deactivateMerchantEndpoint,
    ])
      expect(paths[path.replace(':id', '{id}')]?.[method.toLowerCase()]).toBeDefined()
    for (const path of ['login', 'logout', 'session', 'activity', 'set-up'])
      expect(paths[`/v1/auth/${path}`]).toBeDefined()
  })

  it('names each filter of each list', async () => {
    const { paths, components } = (await get('/v1/openapi.json', '')).body
    const nameOf = ({ name, $ref = '' }: { name?: string; $ref?: string }) =>
      name ?? components.parameters[$ref.replace('#/components/parameters/', '')].name
    for (const entity of entities) {
      const parameters = paths[base(entity)].get.parameters.map(nameOf)
      expect(parameters).toEqual(expect.arrayContaining([...Object.keys(entity.filters), '_limit', '_skip', '_sort']))
    }
  })
})
