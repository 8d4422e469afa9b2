import { type Endpoint, isOfNoMerchant, methodsOf } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { entities } from '@kontor/contract/entities'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { signInEventsEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'

let kontor: TestApp
let merchant: string
let owner: string
let staff: string

const many = { tries: 1_000_000, window_ms: 60_000 }
const absent = '01900000-0000-7000-8000-000000000001'

beforeAll(async () => {
  kontor = await startTestApp({
    checkoutLimits: { linkNetwork: many, link: many, network: many, unknown: many },
  })
  merchant = (await kontor.make.merchant()).merchant
  owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
})
afterAll(() => kontor.stop())

/** What a processor or an issuer adds to an address is its own. */
const asked = endpoints.filter(({ access }) => access !== 'signature')
const isOfProvider = ({ path }: Endpoint) => path.startsWith('/v1/psp/')
const isOfStaff = (endpoint: Endpoint) =>
  isOfProvider(endpoint) ||
  (typeof endpoint.access !== 'string' && endpoint.access.flat().every((role) => role.startsWith('PSP_')))

/** Calls an endpoint about nothing that exists: its query is read before its row is looked for. */
async function detailsOf(endpoint: Endpoint, method: Endpoint['method'], query: string) {
  const { statusCode, body } = await kontor.app.inject({
    method,
    url: `${endpoint.path.replace(':token', 'A'.repeat(44)).replaceAll(/:\w+/g, absent)}?${query}`,
    headers: { cookie: isOfStaff(endpoint) ? staff : owner },
    ...(method === 'GET' ? {} : { payload: {} }),
  })
  const { details = {} }: { details?: Record<string, unknown> } = statusCode < 400 ? {} : JSON.parse(body)
  return { statusCode, details }
}

async function failing(
  some: readonly Endpoint[],
  query: string,
  isRight: (answer: Awaited<ReturnType<typeof detailsOf>>) => boolean,
): Promise<string[]> {
  const wrong: string[] = []
  for (const endpoint of some)
    for (const method of methodsOf(endpoint)) {
      const answer = await detailsOf(endpoint, method, query)
      if (!isRight(answer)) wrong.push(`${method} ${endpoint.path}: ${JSON.stringify(answer)}`)
    }
  return wrong
}

it('Each endpoint refuses a parameter that it does not know, with and without a value', async () => {
  expect(asked.length).toBeGreaterThan(500)
  const of = (name: string) => (answer: Awaited<ReturnType<typeof detailsOf>>) =>
    answer.statusCode === 400 && answer.details[`query.${name}`] === 'unknown'
  expect(await failing(asked, 'anything=1', of('anything'))).toEqual([])
  expect(await failing(asked, 'amount>100', of('amount>100'))).toEqual([])
}, 300_000)

it('Each endpoint of a merchant takes the merchant and the organisation of a view', async () => {
  const ofMerchant = endpoints.filter(
    (endpoint) => typeof endpoint.access !== 'string' && !isOfNoMerchant(endpoint) && !isOfProvider(endpoint),
  )
  expect(ofMerchant.length).toBeGreaterThan(300)
  const view = `merchant=${merchant}&organisation=${merchant}`
  const isTaken = ({ details }: Awaited<ReturnType<typeof detailsOf>>) =>
    details['query.merchant'] === undefined && details['query.organisation'] === undefined
  expect(await failing(ofMerchant, view, isTaken)).toEqual([])
}, 300_000)

it('Each endpoint of the provider that is of no merchant refuses one', async () => {
  // Of the events of all sign-ins the merchant is a filter; the tests of sign-ins show what it gives.
  const ofHouse = endpoints.filter(
    (each) => isOfProvider(each) && isOfNoMerchant(each) && each.name !== signInEventsEndpoint.name,
  )
  expect(ofHouse.length).toBeGreaterThan(100)
  const isRefused = ({ statusCode, details }: Awaited<ReturnType<typeof detailsOf>>) =>
    statusCode === 400 && details['query.merchant'] === 'unknown'
  expect(await failing(ofHouse, `merchant=${merchant}`, isRefused)).toEqual([])
}, 300_000)

it('A list refuses what is for files, and a count or totals what is for files or pages too', async () => {
  const ofFiles = ['format=csv', '_columns=id', `_progress=${absent}`]
  const ofPages = ['_limit=5', '_skip=5', '_populate=', '_populate[]=']
  const wrong = await Promise.all(
    entities.map(async (entity) => {
      const { list, count, totals } = entityEndpoints(entity)
      const ofAllRows = [count, ...(entity.totals.length > 0 ? [totals] : [])]
      const of = (some: readonly Endpoint[], parameters: readonly string[]) =>
        some.flatMap((endpoint) => parameters.map((parameter) => [endpoint, parameter] as const))
      const asked = [...of([list], ofFiles), ...of(ofAllRows, [...ofFiles, ...ofPages, `_sort=${entity.defaultSort}`])]
      const taken: string[] = []
      for (const [endpoint, parameter] of asked) {
        const { statusCode, details } = await detailsOf(endpoint, 'GET', parameter)
        const name = parameter.split('=')[0]
        if (statusCode !== 400 || details[`query.${name}`] !== 'unknown')
          taken.push(`${endpoint.path}?${parameter}: ${statusCode} ${JSON.stringify(details)}`)
      }
      return taken
    }),
  )
  expect(wrong.flat()).toEqual([])
}, 300_000)

it('Figures refuse a currency that nothing has', async () => {
  const some = endpoints.filter(({ path, method }) => method === 'GET' && /\/(aggregate|best|highest)(\/|$)/.test(path))
  const answers = await Promise.all(some.map((each) => detailsOf(each, 'GET', 'currency_code=QQQ')))
  const said = new Set(answers.map(({ statusCode, details }) => `${statusCode} ${details['query.currency_code']}`))
  // Those that take none do not know the parameter.
  expect([...said].toSorted()).toEqual(['400 invalid_currency', '400 unknown'])
})
