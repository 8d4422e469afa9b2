import { createHash } from 'node:crypto'
import { type Endpoint, isOfView } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { operationId } from '../platform/http/describe-endpoint.ts'
import { type Document, type Json, type Operation, operationsOf } from './document.ts'

let kontor: TestApp
let text: string
let document: Document
let operations: Operation[]

beforeAll(async () => {
  kontor = await startTestApp()
  text = (await kontor.app.inject('/v1/openapi.json')).body
  document = JSON.parse(text)
  operations = operationsOf(document)
})
afterAll(() => kontor.stop())

const shown = endpoints.filter(({ isHidden }) => !isHidden)
const describedAs = ({ path, method }: Pick<Endpoint, 'path' | 'method'>) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as
    | (Operation & { security?: Json[] })
    | undefined

/** The names that the query of an operation takes. */
const parametersOf = (endpoint: Endpoint): string[] =>
  (describedAs(endpoint)?.parameters ?? [])
    .map((given) => document.components.parameters?.[String(given.$ref).replace(/.*\//, '')] ?? given)
    .flatMap((given) => (given.in === 'query' ? [String(given.name)] : []))

it('The page of the reference runs its own scripts alone, and stands in nobody’s frame', async () => {
  const { headers, body } = await kontor.app.inject('/docs/')
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((each) => [each.split(' ')[0], each.split(' ').slice(1)]),
  )
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
  const inline = [...body.matchAll(/<script(?:\s[^>]*)?>([^<]+)<\/script>/g)].map(([, text]) => text ?? '')
  const hashes = inline.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(hashes.length).toBeGreaterThan(0)
  expect(policy['script-src']).toEqual(["'self'", ...hashes])
})

describe('what a generator of clients needs', () => {
  it('each operation has a name of its own, that of its endpoint', () => {
    const ids = operations.map((each) => each.operationId)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([])
    for (const endpoint of shown) expect(describedAs(endpoint)?.operationId).toBe(operationId(endpoint))
    const plan = shown.find(({ name }) => name === 'update-plan')
    expect(plan && describedAs({ ...plan, method: 'PUT' })?.operationId).toBe('updatePlanByPut')
  })

  it('an export names the fields that it takes as columns, and no other', () => {
    const { parameters = [] } = document.paths['/v1/chargeback/export']?.['get'] ?? {}
    const all = parameters.map(({ $ref, ...own }) =>
      typeof $ref === 'string' ? (document.components.parameters?.[$ref.split('/').at(-1) ?? ''] ?? own) : own,
    )
    const columns = String(all.find(({ name }) => name === '_columns')?.['description'])
    expect(columns).toContain('merchant_reference, payment_product')
    // The gateway of its processor is what only the provider knows; `answers` says what it takes.
    expect(columns.split(/[ ,]+/)).toEqual(expect.arrayContaining(['answers', 'processor']))
    expect(columns).not.toContain('gateway')
  })

  it('each operation has a good answer and says what it is', () => {
    for (const { operationId: id, responses } of operations) {
      const good = Object.keys(responses).filter((status) => /^[23]/.test(status))
      expect([id, good.length]).toEqual([id, 1])
    }
    for (const endpoint of shown)
      expect(Object.keys(describedAs(endpoint)?.responses ?? {})).toEqual([String(endpoint.status), '4XX'])
    expect(text).not.toContain('Default Response')
  })

  it('files have their media types, those that are given and those that are taken', () => {
    for (const endpoint of shown.filter(({ gives }) => gives === 'file')) {
      const given: Json = describedAs(endpoint)?.responses['200'] ?? {}
      const { content = {} } = document.components.responses?.[String(given.$ref).replace(/.*\//, '')] ?? given
      expect([endpoint.name, Object.keys(content as Json).length]).not.toEqual([endpoint.name, 0])
    }
    const evidence = shown.find(({ name }) => name === 'add-evidence')
    const described = evidence && describedAs(evidence)
    expect(Object.keys(described?.requestBody?.content ?? {})).toEqual(['application/pdf', 'image/jpeg', 'image/png'])
    expect(described?.parameters).toContainEqual({ $ref: '#/components/parameters/x-file-name' })
  })

  it('each read that takes anything takes the merchant and the organisation of a view', () => {
    const ofView = shown.filter(
      ({ method, access, of, path }) =>
        method === 'GET' && typeof access !== 'string' && of !== 'person' && !path.startsWith('/v1/psp/'),
    )
    for (const endpoint of ofView) {
      const names = parametersOf(endpoint)
      expect([endpoint.name, names]).toEqual([endpoint.name, expect.arrayContaining(['merchant', 'organisation'])])
    }
  })

  it('each write of a merchant takes the merchant and the organisation of a view, and each command a key', () => {
    const writes = shown.filter((endpoint) => endpoint.method !== 'GET' && isOfView(endpoint))
    for (const endpoint of writes)
      expect([endpoint.name, parametersOf(endpoint)]).toEqual([
        endpoint.name,
        expect.arrayContaining(['merchant', 'organisation']),
      ])
    const refund = shown.find(({ name }) => name === 'refund-transaction')
    expect(refund && describedAs(refund)?.parameters).toContainEqual({
      $ref: '#/components/parameters/Idempotency-Key',
    })
  })

  it('one row takes relations and a view, and no filter', () => {
    const [row] = shown.filter(({ name }) => name === 'get-transaction')
    expect(row && parametersOf(row).sort()).toEqual(['_populate', '_populate[]', 'merchant', 'organisation'])
  })

  it('a refusal says how long to wait', () => {
    expect(document.components.responses?.['problem']?.['headers']).toMatchObject({
      'Retry-After': { schema: { type: 'integer' } },
    })
  })

  it('each operation says by what one is let in', () => {
    const expected = ({ access, personOnly }: Endpoint) => {
      if (access === 'person' || personOnly) return [{ session: [] }]
      return typeof access === 'string' ? [] : undefined
    }
    for (const endpoint of shown)
      expect([endpoint.name, describedAs(endpoint)?.security]).toEqual([endpoint.name, expected(endpoint)])
  })

  it('it has a server, and describes each of its headings, and no others', () => {
    expect(document.servers).toEqual([{ url: '/' }])
    const used = new Set(operations.flatMap(({ tags }) => tags))
    expect(document.tags?.map(({ name }) => name).sort()).toEqual([...used].sort())
    for (const { description } of document.tags ?? []) expect(description).toMatch(/\S/)
  })
})

describe('what stands once', () => {
  const references = () =>
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`)

  it('each reference leads to a component, and each component is referred to', () => {
    const { schemas, parameters = {}, responses = {} } = document.components
    const components = Object.entries({ schemas, parameters, responses }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `${kind} ${name}`),
    )
    expect([...new Set(references())].sort()).toEqual(components.sort())
  })

  it('no parameter of several operations stands in more than one', () => {
    const inline = operations.flatMap(({ parameters = [] }) => parameters.map((each) => JSON.stringify(each)))
    const twice = inline.filter((each, index) => !each.startsWith('{"$ref"') && inline.indexOf(each) !== index)
    expect(twice).toEqual([])
  })

  it('all refusals are one', () => {
    for (const endpoint of shown)
      expect(describedAs(endpoint)?.responses['4XX']).toEqual({ $ref: '#/components/responses/problem' })
    expect(Object.keys(document.components.responses?.['problem']?.['content'] ?? {})).toEqual([
      'application/problem+json',
    ])
  })

  it('each operation stays under a third of what it was when nothing was shared', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods))
    // Without sharing, it was 5,490 characters, and the header for keys, which came later, would be 300 more.
    expect(text.length / operations.length).toBeLessThan(1_930)
  })
})
