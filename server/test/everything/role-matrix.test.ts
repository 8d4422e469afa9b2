import { merchantRoles, providerRoles, type Role } from '@kontor/contract/roles'
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
      // The methods of the document are these four.
      const method = name.toUpperCase() as Endpoint['method']
      const allowed = rolesFor(method, path)
      if (allowed === undefined) unknown.push(`${method} ${path}`)
      return Array.isArray(allowed) ? [{ method, path, allowed }] : []
    }),
  )
})
afterAll(() => kontor.stop())

const absent = '01900000-0000-7000-8000-000000000001'

/** Only whether the role is enough: nothing that is asked for exists, and no body is right. */
async function isForbidden(headers: Record<string, string>, { method, path }: Endpoint): Promise<boolean> {
  const url = path.replaceAll(/\{\w+\}/g, absent)
  const response = await kontor.app.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload: {} }) })
  if (response.statusCode === 401 || response.statusCode >= 500) throw new Error(`${method} ${url}: ${response.body}`)
  return response.statusCode === 403
}

/** What differs from the table, for each holder of one role alone. */
async function differences(
  holders: readonly Role[],
  headersOf: (role: Role) => Promise<Record<string, string>>,
  isOpen: (endpoint: Endpoint) => boolean = () => true,
) {
  const found: string[] = []
  let tried = 0
  for (const role of holders) {
    const headers = await headersOf(role)
    const answers = await Promise.all(endpoints.map((endpoint) => isForbidden(headers, endpoint)))
    for (const [index, endpoint] of endpoints.entries()) {
      tried += 1
      const isAllowed = endpoint.allowed.includes(role) && isOpen(endpoint)
      if (answers[index] === isAllowed) found.push(`${role}: ${endpoint.method} ${endpoint.path}`)
    }
  }
  return { found, tried }
}

/** Of roles that another test tries one by one: each in the long form, every tenth in the short one. */
const someOf = (all: readonly Role[]) => all.filter((_, index) => isHeavy || index % 10 === 0)

const cookieOf = async (role: Role, of: { merchant?: string }) => ({
  cookie: await kontor.make.cookie({ roles: [role], ...of }),
})

describe('every endpoint with every role alone', () => {
  it('is in the table', () => {
    expect(unknown).toEqual([])
    expect(endpoints.length).toBeGreaterThan(40)
  })

  it('opens to a user of a merchant by the roles of the table, and by no other', async () => {
    const { found, tried } = await differences(merchantRoles, (role) => cookieOf(role, { merchant }))
    expect([found, tried]).toEqual([[], merchantRoles.length * endpoints.length])
  }, 300_000)

  it('opens to a program of a merchant in the same way', async () => {
    const { found } = await differences(
      someOf(merchantRoles),
      async (role) => ({ authorization: `Bearer ${await kontor.make.apiKey(merchant, [role])}` }),
      ({ method, path }) => !isForPersons(method, path),
    )
    expect(found).toEqual([])
  }, 300_000)

  it("opens to the provider's staff in the same way", async () => {
    const { found } = await differences([...providerRoles, ...someOf(merchantRoles)], (role) => cookieOf(role, {}))
    expect(found).toEqual([])
  }, 300_000)

  it('opens to nobody without any role', async () => {
    const holders: Record<string, string>[] = [
      { cookie: await kontor.make.cookie({ merchant }) },
      { cookie: await kontor.make.cookie({}) },
      { authorization: `Bearer ${await kontor.make.apiKey(merchant, [])}` },
    ]
    for (const headers of holders)
      for (const endpoint of endpoints)
        expect([endpoint.path, await isForbidden(headers, endpoint)]).toEqual([endpoint.path, true])
  })
})
