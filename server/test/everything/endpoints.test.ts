import { isOfNoMerchant, methodsOf } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { refusals } from '@kontor/contract/refusal'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

let kontor: TestApp

beforeAll(async () => {
  kontor = await startTestApp()
})
afterAll(() => kontor.stop())

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

it('every endpoint of the contract is there', () => {
  const missing = endpoints.filter(({ method, path: url }) => !kontor.app.hasRoute({ method, url }))
  expect(
    missing.map(({ name }) => name),
    'call `route` in routes that server/src/app.ts calls',
  ).toEqual([])
})

it('no address of the API is in no contract', async () => {
  const { paths } = (await kontor.get('', '/v1/openapi.json')).body as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const described = endpoints
    .filter(({ isHidden }) => !isHidden)
    .flatMap((endpoint) => methodsOf(endpoint).map((method) => `${method} ${endpoint.path}`))
  expect(served.sort()).toEqual(described.sort())
})

it('has one name for one endpoint', () => {
  const names = endpoints.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

it.each(named)('%s refuses as it says it may', (_, endpoint) => {
  for (const refusal of endpoint.refusals) expect(Object.keys(refusals)).toContain(refusal)
})

it.each(named.filter(([, { path }]) => path.startsWith('/v1/psp/')))('%s is the provider’s own', (_, endpoint) => {
  // Only lists of the provider may be narrowed by the request.
  expect(isOfNoMerchant(endpoint) || endpoint.method === 'GET').toBe(true)
})
