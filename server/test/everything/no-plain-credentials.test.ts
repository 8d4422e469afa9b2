import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entities } from '@kontor/contract/entities'
import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Gateway } from '../../src/processors/gateway.ts'
import { gateways } from '../../src/processors/gateways.ts'
import { type Keys, openAccount } from '../gateway-account.ts'
import { type Reply, startTestApp, type TestApp } from '../harness.ts'

/** What the server said and logged; what one endpoint shows once, on purpose, is not among it. */
const answers: string[] = []
const log: string[] = []
let kontor: TestApp
let staff: string
let url: string
const present = [...gateways]
/** A gateway that refuses everything, and says back what it was sent. */
const talkative = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  response.writeHead(401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { type: 'invalid', message: 'refused' }, headers: request.headers, body }))
})

// A second try begins anew: the first one closed its app, and its secrets are elsewhere.
beforeEach(async () => {
  for (const list of [answers, log, secrets]) list.length = 0
  await new Promise<void>((done) => talkative.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(talkative.address() as AddressInfo).port}`
  gateways.splice(0, gateways.length, ...present.map(answeredByIt))
  const stream = { write: (line: string) => void log.push(line) }
  kontor = await startTestApp({ logger: { level: 'trace', stream }, webhooks: { allowPrivate: true } })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
})
afterEach(async () => {
  await kontor.stop()
  talkative.close()
  gateways.splice(0, gateways.length, ...present)
})

/** The gateway at other addresses. The sandbox has its own, where accounts open. */
function answeredByIt(gateway: Gateway): Gateway {
  const { addresses } = gateway.manifest
  if (addresses === 'of_installation') return gateway
  const test = Object.fromEntries(Object.keys(addresses.test ?? {}).map((name) => [name, url]))
  return { ...gateway, manifest: { ...gateway.manifest, addresses: { test } } }
}

const secrets: string[] = []
const kept = (secret: string): string => {
  secrets.push(secret)
  return secret
}
const word = () => randomBytes(20).toString('hex')
const hmacKey = () => randomBytes(32).toString('hex').toUpperCase()

/** A whole credential, each time with other secrets, in the forms that the gateway's manifest wants. */
const credentials: Readonly<Record<string, () => Record<string, string>>> = {
  sandbox: () => ({
    api_key: kept(`key-${randomUUID()}`),
    notification_secret: `whsec_${kept(randomBytes(24).toString('base64'))}`,
  }),
  adyen: () => ({
    ...{ merchant_account: 'KontorNL', client_key: 'test_ABCDEFGHIJKL', webhook_user: 'kontor' },
    ...{ api_key: kept(`AQE${word()}`), webhook_password: kept(word()) },
    hmac_keys: [kept(hmacKey()), kept(hmacKey())].join(','),
  }),
  mollie: () => ({ profile_id: 'pfl_kontor12', api_key: `test_${kept(word())}` }),
  stripe: () => ({
    publishable_key: 'pk_test_51Kontor',
    secret_key: `sk_test_${kept(word())}`,
    webhook_secret: `whsec_${kept(word())}`,
  }),
}
const settlementCredentials: Readonly<Record<string, () => Record<string, string>>> = {
  sandbox: () => ({ api_key: kept(`key-${randomUUID()}`) }),
  adyen: () => ({ merchant_account: 'KontorNL', report_user: 'report', report_password: kept(word()) }),
  mollie: () => ({ profile_id: 'pfl_kontor12', access_token: `access_${kept(word())}` }),
  stripe: () => ({ secret_key: `rk_test_${kept(word())}` }),
}
/** The product that every gateway takes without a token of its own. */
const bank = { payment_product: 'ideal' }
const detailsOf = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }))

async function said(call: Promise<Reply>, status?: number): Promise<Reply['body']> {
  const reply = await call
  answers.push(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  if (status) expect([reply.status, reply.body]).toEqual([status, reply.body])
  return reply.body
}
const post = (path: string, body: object, status?: number) => said(kontor.post(staff, path, body), status)

/** Several at once, as people and programs do. */
async function atOnce<T>(list: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...list]
  const worker = async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

it('a thousand values of credentials are in no answer, list, history, file, log, trail of calls and table (check 17)', async () => {
  const shops = await Promise.all(
    Array.from({ length: 11 }, async () => {
      const shop = await kontor.make.merchant()
      const { id: user } = await kontor.make.user({ merchant: shop.merchant })
      const named = { name: 'Cards', organisation: shop.merchant, description: 'The account', user, mode: 'test' }
      return { ...shop, named, owner: await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] }) }
    }),
  )
  type Shop = (typeof shops)[number]
  const each = <T>(list: readonly T[], times = 1) =>
    shops.flatMap((shop) => list.flatMap((one) => Array.from({ length: times }, () => [shop, one] as const)))
  const rows: string[] = []

  await atOnce(each(Object.entries(credentials), 3), async ([shop, [gateway, newValues]]) => {
    const account = randomUUID()
    const newDetails = async () => {
      const values = newValues()
      // It opens an account, so that it is in use too; the other gateways refuse all.
      if (gateway === 'sandbox') await openAccount(kontor, account, shop.merchant, values as unknown as Keys)
      return detailsOf(values)
    }
    const body = { ...shop.named, gateway, ...bank, details: await newDetails() }
    const { id } = await post('/v1/processor', body, 201)
    rows.push(`/v1/processor/${id}`)
    const setup = async () => (await said(kontor.get(staff, `/v1/processor/${id}/setup`), 200)).version
    const prepare = async (who: string) => {
      const details = await newDetails()
      await said(kontor.post(who, `/v1/processor/${id}/credential`, { version: await setup(), details }), 200)
    }
    await prepare(shop.owner)
    await prepare(staff)
    const version = await setup()
    await post(`/v1/processor/${id}/credential/switch`, { version }, gateway === 'sandbox' ? 200 : 409)
    await post(`/v1/processor/${id}/test`, { place: 'present' }, 200)
  })
  await refused(shops[0] as Shop)
  await atOnce(each(Object.entries(settlementCredentials)), async ([shop, [gateway, newValues]]) => {
    const body = { ...shop.named, gateway, processor_settlement_type: 'API', details: detailsOf(newValues()) }
    const { id } = await post('/v1/processorsettlement', body, 201)
    await post(`/v1/processorsettlement/${id}`, { details: detailsOf(newValues()) }, 200)
    rows.push(`/v1/processorsettlement/${id}`)
  })
  await atOnce(shops, async (shop) => {
    const made = await kontor.post(staff, '/v1/middleware', { name: 'Score', organisation: shop.merchant, url })
    const { id, secret } = made.body
    const rotated = (await kontor.post(staff, `/v1/middleware/${id}/secret`)).body
    for (const shown of [secret, rotated.secret]) kept(shown.slice('whsec_'.length))
    rows.push(`/v1/middleware/${id}`)
    await post(`/v1/middleware/${id}/try`, {})
    const till = { name: 'till', organisation: shop.merchant, roles: ['TRANSACTION_LIST'] }
    const key = (await kontor.post(shop.owner, '/v1/apikey', till)).body
    const next = (await kontor.post(shop.owner, `/v1/apikey/${key.id}/rotate`, { overlap_hours: 24 })).body
    for (const shown of [key.secret, next.secret]) kept(shown.slice('kontor_'.length))
    rows.push(`/v1/psp/apikey/${key.id}`, `/v1/psp/apikey/${next.id}`)
    await said(kontor.post(shop.owner, '/v1/apisetting/webhooksecret/rotate', { overlap_hours: 24 }), 200)
    for (const shown of (await kontor.post(shop.owner, '/v1/apisetting/webhooksecret/reveal')).body)
      kept(shown.secret.slice('whsec_'.length))
    await said(kontor.get(shop.owner, '/v1/apisetting/webhooksecret'), 200)
    const signOn = {
      ...{ active: true, issuer: url, client_id: 'kontor', password_allowed: true },
      ...{ domains: [`${shop.merchant}.example`], factor_values: [], groups_claim: null, groups: [] },
    }
    const at = `/v1/psp/merchant/${shop.merchant}/sign-on`
    for (const client_secret of [word(), word()]) await post(at, { ...signOn, client_secret: kept(client_secret) }, 200)
    await said(kontor.get(staff, at), 200)
    await said(kontor.get(staff, `/v1/psp/merchant/${shop.merchant}/history`), 200)
  })
  expect(new Set(secrets).size).toBeGreaterThan(1_000)
  await payments(rows, shops)
  await atOnce(rows, async (path) => {
    await said(kontor.get(staff, path), 200)
    await said(kontor.get(staff, `${path}/history`), 200)
    if (!path.includes('apikey')) await said(kontor.get(staff, `${path}/setup`), 200)
  })
  await callsToGateways()
  await lists()

  // Only then the trail is complete.
  await kontor.app.close()
  const found = finder()
  const places = { answers: answers.join('\n'), log: log.join(''), tables: await dump() }
  for (const [place, text] of Object.entries(places)) expect([place, found(text)]).toEqual([place, []])
  // All of it is there, and the search itself works.
  for (const text of Object.values(places)) expect(text.length).toBeGreaterThan(100_000)
  expect(places.tables).toContain('/v1/processor/:id/credential')
  const [some = ''] = secrets
  for (const form of formsOf(some))
    for (const before of Array.from({ length: step }, (_, count) => ' '.repeat(count)))
      expect(found(`${before}${form}`)).toEqual([some])
}, 600_000)

/** Values where nobody expects them: beside others, as a name, twice, of another gateway. */
async function refused({ named }: { named: object }): Promise<void> {
  for (const [gateway, newValues] of Object.entries(credentials)) {
    const details = detailsOf(newValues())
    const body = { ...named, gateway, ...bank }
    const [{ value } = { value: '' }] = details.filter(({ value }) => secrets.some((secret) => value.includes(secret)))
    for (const wrong of [
      [...details, ...details],
      [{ name: value, value: 'x' }],
      [...details, { name: 'other', value }],
    ])
      await post('/v1/processor', { ...body, details: wrong }, 400)
    await post('/v1/processor', { ...body, api_key: value, details }, 400)
    await post('/v1/processor/test', { gateway, mode: 'test', details }, 200)
    await post('/v1/processor/test', { gateway: 'mollie', mode: 'test', details: [{ name: 'api_key', value }] })
  }
}

/** Payments by processors of each gateway, so that their credentials are sent and the calls are kept. */
async function payments(rows: readonly string[], shops: readonly { merchant: string; owner: string }[]): Promise<void> {
  const processors: { id: string; gateway: string; merchant: string }[] = (
    await said(kontor.get(staff, '/v1/processor?_limit=1000'), 200)
  ).filter(({ id }: { id: string }) => rows.includes(`/v1/processor/${id}`))
  const firsts = [...new Map(processors.map((each) => [each.gateway, each])).values()]
  expect(firsts).toHaveLength(present.length)
  for (const { id, merchant } of firsts) {
    const payment_profile = await kontor.make.profile(merchant, { processors: [id], currency_code: 'EUR' })
    const { owner = '' } = shops.find((shop) => shop.merchant === merchant) ?? {}
    const order = { ...bank, amount: 1250, merchant_reference: randomUUID(), return_url: 'https://shop.example/back' }
    await said(kontor.post(owner, '/v1/transaction', { payment_profile, ...order }, { prefer: 'respond-async' }), 201)
  }
}

/** A gateway is asked beside the request, and what it was sent and said is in the trail a moment later. */
async function callsToGateways(): Promise<void> {
  const calls = async (): Promise<{ id: string }[]> =>
    (await kontor.get(staff, '/v1/psp/audittrail?type=processor_call&route=authorize&_limit=1000')).body
  await expect.poll(async () => (await calls()).length).toBeGreaterThanOrEqual(present.length)
  for (const { id } of await calls()) await said(kontor.get(staff, `/v1/psp/audittrail/${id}/content`), 200)
}

/** Every list, and the files of it with every column; only a few files are made at once. */
async function lists(): Promise<void> {
  for (const { resource, fields } of entities) {
    await said(kontor.get(staff, `/v1/${resource}?_limit=1000`), 200)
    const file = (format: string) => `/v1/${resource}/export?format=${format}&_columns=${Object.keys(fields).join(',')}`
    for (const format of ['json', 'csv']) await said(kontor.get(staff, file(format)), 200)
    const workbook = await fetch(kontor.url + file('xlsx'), { headers: { cookie: staff } })
    expect([resource, workbook.status]).toEqual([resource, 200])
    const { sheets } = await readXlsx(Buffer.from(await workbook.arrayBuffer()))
    const rows = sheets.flatMap((sheet) => sheet.rows)
    expect(rows.length).toBeGreaterThan(0)
    answers.push(JSON.stringify(rows))
  }
}

/** Every row of every table as text, as in a stolen dump. */
async function dump(): Promise<string> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  const { rows: tables } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const texts: string[] = []
  for (const { relname } of tables)
    texts.push(...(await owner.query(`select t::text as row from "${relname}" t`)).rows.map(({ row }) => row))
  await owner.end()
  return texts.join('\n')
}

/** As it is, and as the bytes of it, or those that it encodes, are written. */
function formsOf(secret: string): string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64'), Buffer.from(secret, 'hex')]
  const written = bytes
    .filter(({ length }) => length >= 15)
    .flatMap((each) => [each.toString('hex'), each.toString('base64'), each.toString('base64url')])
  return [secret, secret.toLowerCase(), encodeURIComponent(secret), ...written]
}

const piece = 12
const step = 8
const least = piece + step

/**
 * Finds the secrets of which the first 20 letters of a form are in a text. They cover one of the places at which the text is looked
 * at, wherever they begin: one pass finds all of them. Pieces alone are alike: those of two secrets that begin with one word.
 */
function finder(): (text: string) => string[] {
  const places = secrets.flatMap((secret) =>
    formsOf(secret).flatMap((form) => {
      const head = form.slice(0, least)
      return Array.from({ length: step }, (_, begin) => ({ secret, head, begin }))
    }),
  )
  const byPiece = Map.groupBy(places, ({ head, begin }) => head.slice(begin, begin + piece))
  return (text) => {
    const hits = new Set<string>()
    for (let at = 0; at < text.length; at += step)
      for (const { secret, head, begin } of byPiece.get(text.slice(at, at + piece)) ?? [])
        if (text.startsWith(head, at - begin)) hits.add(secret)
    return [...hits]
  }
}
