import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { adyenCardFields } from '../../processors/adyen/adyen.card-fields.ts'
import { gateways } from '../../processors/gateways.ts'
import type { CardFields, Manifest } from '../../processors/manifest.ts'
import { mollieCardFields } from '../../processors/mollie/mollie.card-fields.ts'
import { sandboxManifest } from '../../processors/sandbox/sandbox.manifest.ts'
import { sandboxGateway } from '../../processors/sandbox/sandbox-gateway.ts'
import { stripeCardFields } from '../../processors/stripe/stripe.card-fields.ts'
import { fieldsAddress, fieldsFor_ms, readFields } from './fields-address.ts'
import { buildFields } from './fields-app.ts'

const where = { nl: 'Instellingen', 'en-US': 'Settings' }
const publicUrl = 'https://kontor.example'
const masterKey = Buffer.alloc(32, 7).toString('base64')
const at = { fieldsUrl: 'https://fields.example', masterKey }

const gatewayOf = (card_fields: CardFields): Manifest => ({
  ...sandboxManifest,
  name: `test_${card_fields.script}`,
  credential: [
    ...sandboxManifest.credential,
    ...card_fields.public_fields.map((name) => ({
      ...{ name, label: name, secret: false, required: name !== 'live_region', where },
    })),
  ],
  card_fields,
})
const [adyen, stripe, mollie] = [adyenCardFields, stripeCardFields, mollieCardFields].map(gatewayOf) as [
  Manifest,
  Manifest,
  Manifest,
]
const credential = { api_key: 'very-secret', publishable_key: 'pk_1', client_key: 'test_1', profile_id: 'pfl_1' }

/** What the build writes. */
const dist = mkdtempSync(path.join(tmpdir(), 'kontor-fields-'))
let fields: FastifyInstance

beforeAll(async () => {
  mkdirSync(path.join(dist, '.vite'))
  mkdirSync(path.join(dist, 'assets'))
  const files = ['adyen', 'mollie', 'stripe', 'refused'].map((name) => {
    writeFileSync(path.join(dist, `assets/${name}-1.js`), '// a script')
    return [`src/pay/fields/${name}.ts`, { file: `assets/${name}-1.js`, isEntry: true, imports: ['_page.js'] }]
  })
  const built = { ...Object.fromEntries(files), '_page.js': { file: 'assets/page-1.js', css: ['assets/page-1.css'] } }
  writeFileSync(path.join(dist, '.vite/manifest.json'), JSON.stringify(built))
  gateways.push(...[adyen, stripe, mollie].map((manifest) => ({ ...sandboxGateway, manifest })))
  fields = await buildFields({ masterKey, publicUrl, dist })
})
afterAll(async () => {
  gateways.splice(-3)
  await fields.close()
  rmSync(dist, { recursive: true })
})

const addressOf = (manifest: Manifest, now = new Date(), mode: 'test' | 'live' = 'test') =>
  new URL(fieldsAddress(at, manifest, { mode, credential }, now) ?? '')
const get = (url: URL | string) => fields.inject({ url: typeof url === 'string' ? url : url.pathname + url.search })

describe('the address of a gateway’s card fields', () => {
  it('tells the public values of the credential, and no other', async () => {
    const url = addressOf(stripe)
    expect(url.origin).toBe(at.fieldsUrl)
    const { statusCode, body } = await get(url)
    expect(statusCode).toBe(200)
    expect(body).toContain('data-mode="test" data-values="{&quot;publishable_key&quot;:&quot;pk_1&quot;}"')
    const told = Buffer.from(url.searchParams.get('for')?.split('.')[0] ?? '', 'base64url').toString()
    for (const text of [body, told]) for (const hidden of ['very-secret', 'test_1']) expect(text).not.toContain(hidden)
  })

  it('is none without a value that the page needs', () => {
    expect(fieldsAddress(at, stripe, { mode: 'test', credential: { api_key: 'very-secret' } }, new Date())).toBe(
      undefined,
    )
  })

  it('tells a value that the page can do without where the credential has it', () => {
    const optional = { name: 'region', label: 'Region', secret: false, required: false, where: { nl: '', 'en-US': '' } }
    const public_fields = [...stripeCardFields.public_fields, 'region']
    const manifest = {
      ...stripe,
      credential: [...stripe.credential, optional],
      card_fields: { ...stripeCardFields, public_fields },
    }
    const told = (more: object) => {
      const address = fieldsAddress(at, manifest, { mode: 'live', credential: { ...credential, ...more } }, new Date())
      return readFields(at.masterKey, stripe.name, new URL(address ?? '').searchParams.get('for') ?? '', new Date())
    }
    expect(told({})).toMatchObject({ values: { publishable_key: 'pk_1' } })
    expect(told({ region: 'us' })).toMatchObject({ values: { publishable_key: 'pk_1', region: 'us' } })
  })

  it('is refused for a value that the manifest calls secret', () => {
    const careless = { ...stripe, card_fields: { ...stripeCardFields, public_fields: ['api_key'] } }
    expect(() => addressOf(careless)).toThrow('would show api_key to payers')
  })

  it.each([
    ['with another value', (url: URL) => signedAs(url, (said) => said.replace('pk_1', 'pk_2'))],
    ['in another mode', (url: URL) => signedAs(url, (said) => said.replace('"test"', '"live"'))],
    ['for longer', (url: URL) => signedAs(url, (said) => said.replace(/\d{13}/, '9999999999999'))],
    ['of another gateway', (url: URL) => new URL(url.href.replace('/test_stripe', '/test_mollie'))],
    ['without a signature', (url: URL) => new URL(url.href.split('.').slice(0, -1).join('.'))],
    ['without anything', (url: URL) => new URL(url.pathname, url)],
  ])('is refused %s, in words that a payer reads', async (_, tampered) => {
    const { statusCode, body, headers } = await get(tampered(addressOf(stripe)))
    expect(statusCode).toBe(403)
    expect(body).toContain('<p class="notice" role="alert">This address was not made by Kontor or has been changed.')
    expect(body).toContain('data-values="{}"')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
  })

  it('is good for two hours, and then says what to do', async () => {
    const before = (ms: number) => addressOf(stripe, new Date(Date.now() - ms))
    expect((await get(before(fieldsFor_ms - 60_000))).statusCode).toBe(200)
    const url = before(fieldsFor_ms + 1)
    url.searchParams.set('lang', 'nl')
    const { statusCode, body } = await get(url)
    expect([statusCode, body]).toEqual([410, expect.stringContaining('Laad de pagina opnieuw')])
  })

  it('cannot put anything into the page', async () => {
    const evil = { publishable_key: '"><script>alert(1)</script>' }
    const url = new URL(fieldsAddress(at, stripe, { mode: 'test', credential: evil }, new Date()) ?? '')
    url.searchParams.set('lang', '"><script>')
    url.searchParams.set('scheme', '"><script>')
    const { body } = await get(url)
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).toContain('<html lang="en-US" data-scheme="light">')
  })
})

/** Changes what an address says, and leaves its signature. */
function signedAs(url: URL, change: (said: string) => string): URL {
  const [said = '', mac] = url.searchParams.get('for')?.split('.') ?? []
  const changed = change(Buffer.from(said, 'base64url').toString())
  expect(changed).not.toBe(Buffer.from(said, 'base64url').toString())
  const result = new URL(url)
  result.searchParams.set('for', `${Buffer.from(changed).toString('base64url')}.${mac}`)
  return result
}

describe('the origin of the card fields', () => {
  const rest = "base-uri 'none'; form-action 'none'; frame-ancestors https://kontor.example"
  it.each([
    [
      'adyen',
      "default-src 'none'; script-src 'self'; style-src 'self'; frame-src https://checkoutshopper-test.adyen.com; connect-src https://checkoutshopper-test.adyen.com https://checkoutshopper-test.cdn.adyen.com; img-src 'none'; ",
    ],
    [
      'stripe',
      "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; style-src 'self'; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; connect-src https://api.stripe.com; img-src 'none'; ",
    ],
    [
      'mollie',
      "default-src 'none'; script-src 'self' https://js.mollie.com; style-src 'self' 'unsafe-inline'; frame-src https://js.mollie.com; connect-src https://js.mollie.com; img-src 'none'; ",
    ],
  ])('lets a page of %s use its hosts and no other', async (name, policy) => {
    const manifest = [adyen, stripe, mollie].find(({ card_fields }) => card_fields?.script === name) ?? adyen
    expect((await get(addressOf(manifest))).headers['content-security-policy']).toBe(policy + rest)
  })

  it('has other hosts for real money where the gateway has', async () => {
    const { headers } = await get(addressOf(adyen, new Date(), 'live'))
    expect(headers['content-security-policy']).toContain('frame-src https://checkoutshopper-live.adyen.com ')
    expect(headers['content-security-policy']).toContain(' https://checkoutshopper-live-us.cdn.adyen.com')
    expect(headers['content-security-policy']).not.toContain('-test')
  })

  it('keeps nothing, tells nobody the address, and gives no cookie', async () => {
    const { headers } = await get(addressOf(stripe))
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('payment=()'),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each(['/', '/v1/transaction', '/v1/openapi.json', '/healthz', '/login', '/pay/x', '/sandbox', '/assets/../x'])(
    'has nothing at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
      expect((await fields.inject({ method: 'POST', url, payload: { a: 1 } })).statusCode).toBe(404)
    },
  )

  it('serves its scripts, which keep their names, for long', async () => {
    const { statusCode, headers } = await get('/assets/stripe-1.js')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect((await get(addressOf(stripe))).body).toContain('<script type="module" src="/assets/stripe-1.js">')
    expect((await get(addressOf(stripe))).body).toContain('<link rel="stylesheet" href="/assets/page-1.css">')
  })
})

it('every gateway with card fields has their script, and calls none of the public values secret', () => {
  for (const { manifest } of gateways) {
    const { card_fields } = manifest
    if (!card_fields) continue
    const script = path.join(import.meta.dirname, `../../../../web/src/pay/fields/${card_fields.script}.ts`)
    expect(existsSync(script), manifest.name).toBe(true)
    const { credential: all } = manifest
    for (const name of card_fields.public_fields)
      expect(all.find((each) => each.name === name)?.secret, name).toBe(false)
  }
})

describe('a payer is shown', () => {
  it('Kontor’s page where the manifest says how, and the gateway’s own where it does not', async () => {
    const kontor = await startTestApp({ fieldsUrl: at.fieldsUrl })
    try {
      const shop = await kontor.make.merchant()
      await kontor.connect(shop.merchant)
      const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
      const viewOf = async (profile: string) => {
        const order = { payment_profile: profile, amount: 100, merchant_reference: randomUUID() }
        const { body } = await kontor.post(owner, '/v1/paymentlink', order)
        return (await kontor.get('', `/v1/pay/${body.url.split('/pay/')[1]}`)).body
      }
      expect((await viewOf(shop.profile)).card_field).toBe(`${kontor.sandboxUrl}/cards/new`)
      const processor = await kontor.make.processor(shop.merchant, { gateway: stripe.name, credential })
      const profile = await kontor.make.profile(shop.merchant, { processors: [processor], currency_code: 'EUR' })
      const { card_field } = await viewOf(profile)
      expect(card_field).toMatch(/^https:\/\/fields\.example\/test_stripe\?for=/)
      const { api_key } = credential
      const bare = await kontor.make.processor(shop.merchant, { gateway: stripe.name, credential: { api_key } })
      const poor = await kontor.make.profile(shop.merchant, { processors: [bare], currency_code: 'EUR' })
      expect((await viewOf(poor)).card_field).toBeNull()
    } finally {
      await kontor.stop()
    }
  })
})

describe('the health check', () => {
  it('says that the card fields do not listen', async () => {
    const taken = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
    })
    const { port } = taken.address() as { port: number }
    const own = await buildFields({ masterKey, publicUrl, dist })
    const kontor = await startTestApp({ fieldsListen: () => own.server.listening })
    try {
      await expect(own.listen({ host: '127.0.0.1', port })).rejects.toThrow('EADDRINUSE')
      const sick = await kontor.get('', '/healthz')
      expect([sick.status, sick.body.details]).toEqual([503, { reason: 'fields' }])
      await new Promise((resolve) => taken.close(resolve))
      await own.listen({ host: '127.0.0.1', port })
      expect((await kontor.get('', '/healthz')).status).toBe(200)
    } finally {
      await kontor.stop()
      await own.close()
    }
  })
})
