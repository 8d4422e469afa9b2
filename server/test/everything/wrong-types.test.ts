import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint, Schemas } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../harness.ts'

let kontor: TestApp
let ids: Record<string, string>
let owner: string
let staff: string

const many = { tries: 1_000_000, window_ms: 60_000 }
const absent = '01900000-0000-7000-8000-000000000001'

beforeAll(async () => {
  const limits = {
    network: many,
    networkBurst: many,
    everyone: many,
    account: many,
    accountNetwork: many,
    forgot: many,
  }
  kontor = await startTestApp({
    signIn: { limits },
    checkoutLimits: { linkNetwork: many, link: many, network: many, unknown: many },
  })
  const shop = await kontor.make.merchant()
  const { merchant } = shop
  await kontor.connect(merchant)
  owner = await kontor.make.cookie({ merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
  const customer = await kontor.make.customer(merchant)
  const transaction = await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 1_000_000 })
  ids = {
    merchant,
    organisation: merchant,
    payment_profile: shop.profile,
    paymentprofile: shop.profile,
    customer,
    card: await kontor.make.card(shop, customer),
    transaction: transaction.id,
    terminal: await kontor.make.terminal(shop),
    processor: shop.processor,
    to_organisation: merchant,
    share: await kontor.make.share(merchant, { processor: shop.processor, to: merchant }),
    bank_account: await kontor.make.bankAccount(merchant),
    bankaccount: await kontor.make.bankAccount(merchant),
    tag: await kontor.make.tag(merchant),
    checkout: await kontor.make.checkoutDesign(merchant),
    discount: await kontor.make.discount(merchant),
    subscription_discount: await kontor.make.discount(merchant),
    subscriptiondiscount: await kontor.make.discount(merchant),
    plan: await kontor.make.plan(shop),
    subscription: await kontor.make.subscription(shop),
    paymentlink: await kontor.make.paymentLink(shop),
    cardaddlink: await kontor.make.cardAddLink(shop, { customer }),
  }
})
afterAll(() => kontor.stop())

/** Each endpoint that takes JSON, with the schema of its body: `refundTransactionEndpoint` has `refundTransactionSchemas`. */
async function bodies(): Promise<[Endpoint, z.ZodObject][]> {
  const contract = join(import.meta.dirname, '../../../contract/src')
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' })
  const exports = async (ending: string) =>
    Object.assign(
      {},
      ...(await Promise.all(files.filter((file) => file.endsWith(ending)).map((file) => import(join(contract, file))))),
    ) as Record<string, unknown>
  const [described, schemas] = [await exports('.endpoints.ts'), await exports('.schemas.ts')]
  return Object.entries(described).flatMap(([name, endpoint]) => {
    const { body } = (schemas[name.replace(/Endpoint$/, 'Schemas')] ?? {}) as Schemas
    const known = endpoints.find((each) => each === endpoint)
    return known && body instanceof z.ZodObject ? [[known, body] as [Endpoint, z.ZodObject]] : []
  })
}

interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  items?: Shape
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
}

/** Something that the shape takes; of a name that is known, what really exists. */
function sampleOf(shape: Shape, name = ''): unknown {
  const { type, format, pattern = '' } = shape
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return sampleOf(shape.anyOf[0] ?? {}, name)
  if (type === 'object')
    return Object.fromEntries(
      (shape.required ?? []).map((each) => [each, sampleOf(shape.properties?.[each] ?? {}, each)]),
    )
  if (type === 'array') return [sampleOf(shape.items ?? {}, name)]
  if (type === 'integer' || type === 'number') return Math.max(1, shape.minimum ?? 1)
  if (type === 'boolean') return true
  if (format === 'email') return 'somebody@test.example'
  if (format === 'date') return '2027-01-01'
  if (format === 'date-time') return '2027-01-01T00:00:00Z'
  if (pattern.includes('0-9a-f]{12}')) return ids[name] ?? absent
  if (/url|webhook/.test(name)) return 'https://shop.example/'
  if (name === 'currency_code') return 'EUR'
  if (name === 'country_code') return 'NL'
  return pattern.includes('#') ? '#102030' : 'Sample'
}

// An object with a length of its own, an address that only browsers understand, half a letter, a text that no column holds,
// and a number beyond what is exact.
const noText = { length: { toString: 1, valueOf: 1 } }
const wrong = [noText, [noText], 'https:evil.example', '\ud800\0', 'x'.repeat(3_000), 2 ** 60, null]

function callsOf([endpoint, body]: [Endpoint, z.ZodObject]): { endpoint: Endpoint; payload: unknown }[] {
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', override: () => undefined }) as Shape
  const names = Object.keys(shape.properties ?? {})
  const right = sampleOf(shape) as object
  const payloads = [
    ...[noText, [], 'text', 7].map((whole) => whole as unknown),
    ...(names.length > 0 ? wrong.map((value) => Object.fromEntries(names.map((name) => [name, value]))) : []),
    ...names.flatMap((name) =>
      [...wrong, 'EURO', 'HTTPS://Shop.example'].map((value) => ({ ...right, [name]: value })),
    ),
  ]
  return payloads.map((payload) => ({ endpoint, payload }))
}

function pathOf({ path }: Endpoint): string {
  const [, area = ''] = /^\/v1\/(?:psp\/)?(\w+)/.exec(path) ?? []
  return path
    .replace(':token', 'A'.repeat(44))
    .replace(':id', ids[area] ?? absent)
    .replaceAll(/:\w+/g, absent)
}

it('No body of wrong types is a defect: each is answered, and those that are no text or object at all are refused', async () => {
  const described = await bodies()
  expect(described.length).toBeGreaterThan(60)
  const calls = described.flatMap(callsOf)
  const wrongly: string[] = []
  const personOf = new Map<string, string>()
  for (const [{ name, access }] of described)
    if (access === 'person')
      personOf.set(name, await kontor.make.cookie({ merchant: ids['merchant'] ?? '', roles: ['USER_ALL'] }))

  async function call({ endpoint, payload }: { endpoint: Endpoint; payload: unknown }) {
    const { method, path, access, name } = endpoint
    const isOfStaff = path.startsWith('/v1/psp/')
    const cookie = typeof access === 'string' ? personOf.get(name) : isOfStaff ? staff : owner
    const { statusCode, body } = await kontor.app.inject({
      method,
      url: pathOf(endpoint),
      headers: { 'content-type': 'application/json', prefer: 'respond-async', ...(cookie ? { cookie } : {}) },
      payload: JSON.stringify(payload),
    })
    const isRefused = statusCode >= 400 && statusCode < 500
    const mustBeRefused = JSON.stringify(payload).startsWith('{')
      ? Object.values(payload as object).includes(noText)
      : true
    if (statusCode >= 500 || (mustBeRefused && !isRefused))
      wrongly.push(`${method} ${path} ${JSON.stringify(payload).slice(0, 200)}: ${statusCode} ${body.slice(0, 100)}`)
  }

  const waiting = calls.values()
  const lane = async () => {
    for (const each of waiting) await call(each)
  }
  await Promise.all(Array.from({ length: 6 }, lane))
  console.log(`${calls.length} bodies of ${described.length} endpoints`)
  expect(wrongly).toEqual([])
}, 300_000)
