import { endpoints as described } from '@kontor/contract/endpoints'
import { isAllowed, merchantRoles, providerRoles, type Requirement, type Role } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { isForPersons, rolesFor } from './role-table.ts'

interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  allowed: readonly string[]
}

let kontor: TestApp
let merchant: string
let endpoints: Endpoint[]
const unknown: string[] = []

beforeAll(async () => {
  kontor = await startTestApp()
  merchant = (await kontor.make.merchant()).merchant
  const { paths } = (await kontor.get('', '/v1/openapi.json')).body as { paths: Record<string, object> }
  endpoints = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((name) => {
      // The document has only these four methods.
      const method = name.toUpperCase() as Endpoint['method']
      const allowed = rolesFor(method, path)
      if (allowed === undefined) unknown.push(`${method} ${path}`)
      return Array.isArray(allowed) ? [{ method, path, allowed }] : []
    }),
  )
})
afterAll(() => kontor.stop())

const absent = '01900000-0000-7000-8000-000000000001'

/** Checks only the role: the requested rows do not exist, and the bodies and queries are invalid, which costs no work. */
async function isForbidden(headers: Headers, { method, path }: Endpoint): Promise<boolean> {
  const url = `${path.replaceAll(/\{\w+\}/g, absent)}?nonsense=1`
  const response = await kontor.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) })
  if (response.statusCode === 401 || response.statusCode >= 500) throw new Error(`${method} ${url}: ${response.body}`)
  return response.statusCode === 403
}

type Headers = Record<string, string>
type HeadersOf = (roles: readonly Role[]) => Promise<Headers>

/** The differences from the table for holders of these roles. */
async function differences(roles: readonly Role[], headersOf: HeadersOf, isOpen = (_: Endpoint) => true) {
  const isAllowed = (role: Role, endpoint: Endpoint) => endpoint.allowed.includes(role) && isOpen(endpoint)
  const found: string[] = []
  const tried = new Set<string>()
  const compare = async (role: Role, headers: Headers, tryable: Endpoint[]) => {
    const answers = await Promise.all(tryable.map((endpoint) => isForbidden(headers, endpoint)))
    for (const [index, endpoint] of tryable.entries()) {
      const pair = `${role}: ${endpoint.method} ${endpoint.path}`
      tried.add(pair)
      if (answers[index] === isAllowed(role, endpoint)) found.push(pair)
    }
  }
  const refusedToAll = isHeavy
    ? new Map<Endpoint, readonly Role[]>()
    : await refusedTogether(roles, headersOf, isAllowed)
  for (const [endpoint, each] of refusedToAll)
    for (const role of each) tried.add(`${role}: ${endpoint.method} ${endpoint.path}`)
  for (const role of roles) {
    const left = endpoints.filter((endpoint) => !refusedToAll.get(endpoint)?.includes(role))
    if (left.length > 0) await compare(role, await headersOf([role]), left)
  }
  return { found, tried: tried.size }
}

/**
 * A role only adds rights: a refusal to a holder of several roles is a refusal for each of them. So roles that the
 * table does not name are tried together. They are tried one by one where they are not refused, and in the long form.
 */
async function refusedTogether(
  roles: readonly Role[],
  headersOf: HeadersOf,
  isAllowed: (role: Role, endpoint: Endpoint) => boolean,
): Promise<Map<Endpoint, readonly Role[]>> {
  const others = (endpoint: Endpoint) => roles.filter((role) => !isAllowed(role, endpoint))
  const alike = Map.groupBy(endpoints, (endpoint) => others(endpoint).join())
  const refused = new Map<Endpoint, readonly Role[]>()
  for (const group of alike.values()) {
    const [first] = group
    if (!first) continue
    const headers = await headersOf(others(first))
    const answers = await Promise.all(group.map((endpoint) => isForbidden(headers, endpoint)))
    for (const [index, endpoint] of group.entries()) if (answers[index]) refused.set(endpoint, others(first))
  }
  return refused
}

const cookieOf = async (roles: readonly Role[], of: { merchant?: string }) => ({
  cookie: await kontor.make.cookie({ roles: [...roles], ...of }),
})

describe('every endpoint with every role alone', () => {
  it('is in the table', () => {
    expect(
      unknown,
      'say in role-table.ts, from the words of the specification, who may: the area, or the endpoint itself',
    ).toEqual([])
    expect(endpoints.length).toBeGreaterThan(40)
  })

  it('opens to a user of a merchant by the roles of the table, and by no other', async () => {
    const { found, tried } = await differences(merchantRoles, (roles) => cookieOf(roles, { merchant }))
    expect([found, tried]).toEqual([[], merchantRoles.length * endpoints.length])
  }, 300_000)

  it('opens to a program of a merchant in the same way', async () => {
    const { found, tried } = await differences(
      merchantRoles,
      async (roles) => ({ authorization: `Bearer ${await kontor.make.apiKey(merchant, [...roles])}` }),
      ({ method, path }) => !isForPersons(method, path),
    )
    expect([found, tried]).toEqual([[], merchantRoles.length * endpoints.length])
  }, 300_000)

  it('says to a program that holds the roles that a person has to do it', async () => {
    const authorization = `Bearer ${await kontor.make.apiKey(merchant, [...merchantRoles])}`
    const forPersons = described.filter(
      ({ access, personOnly }) => personOnly && isAllowed(access as Requirement, merchantRoles),
    )
    expect(forPersons.length).toBeGreaterThan(20)
    for (const { method, path, name } of forPersons) {
      const url = path.replaceAll(/:\w+/g, absent)
      const answer = await kontor.app.inject({ method, url, headers: { authorization }, payload: {} })
      const { code, details } = answer.json()
      expect([name, code, details]).toEqual([name, 'forbidden', { caller: 'person_only' }])
    }
  })

  it("opens to the provider's staff in the same way", async () => {
    const all = [...providerRoles, ...merchantRoles]
    const { found, tried } = await differences(all, (roles) => cookieOf(roles, {}))
    expect([found, tried]).toEqual([[], all.length * endpoints.length])
  }, 300_000)

  it('opens to nobody without any role', async () => {
    const holders: Headers[] = [
      { cookie: await kontor.make.cookie({ merchant }) },
      { cookie: await kontor.make.cookie({}) },
      { authorization: `Bearer ${await kontor.make.apiKey(merchant, [])}` },
    ]
    for (const headers of holders) {
      const answers = await Promise.all(endpoints.map((endpoint) => isForbidden(headers, endpoint)))
      expect(endpoints.filter((_, index) => !answers[index])).toEqual([])
    }
  })
})
