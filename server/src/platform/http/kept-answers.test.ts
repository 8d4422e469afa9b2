import { randomUUID } from 'node:crypto'
import { keepsAnswer } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'

let kontor: TestApp
let receiver: Receiver
let shop: MadeMerchant
let owner: string
let staff: string
let admin: pg.Client

beforeAll(async () => {
  kontor = await startTestApp({ webhooks: { allowPrivate: true } })
  receiver = await openReceiver()
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  admin = new pg.Client(kontor.database.adminUrl)
  await admin.connect()
})
afterAll(async () => {
  receiver.close()
  await admin.end()
  await kontor.stop()
})

const send = (who: string, path: string, body: object, key: string) =>
  kontor.post(who, path, body, { 'idempotency-key': key })
const isReplayed = ({ headers }: Reply) => headers.get('idempotency-replayed') === 'true'
const rows = async (statement: string, values: unknown[] = []) => (await admin.query(statement, values)).rows

/** Sends the request twice with one key, and expects the first answer again. Gives that answer. */
async function twice(who: string, path: string, body: object) {
  const key = randomUUID()
  const first = await send(who, path, body, key)
  const second = await send(who, path, body, key)
  expect([first.status, isReplayed(first)]).toEqual([expect.toSatisfy((status) => status < 300), false])
  expect([second.status, second.body, isReplayed(second)]).toEqual([first.status, first.body, true])
  return { ...first, key }
}

/** Each write that carries a repetition out again, and why (`keepsNoAnswer`; behind a door nobody is known whose key it is). */
const keepNone = {
  reads: [
    'activity',
    'backtest-routing',
    'backtest-validation-ruleset',
    'preview-access',
    'preview-merchant-networks',
    'preview-provider-access',
    'reserve-notification-address',
    'reveal-bank-account',
    'reveal-customer',
    'reveal-webhook-secret',
    'take-payment-order-file',
    'take-sap-batch-file',
    'test-processor-credential',
    'test-processor-settlement-credential',
    'try-sign-on',
    'try-validation-ruleset',
  ],
  proof: [
    'ask-factor',
    'begin-mfa',
    'begin-passkey',
    'change-email',
    'change-password',
    'confirm-mfa',
    'disable-mfa',
    'renew-recovery-codes',
    'show-factor',
  ],
  anyone: [
    'ask-mfa-passkey',
    'ask-passkey',
    'begin-sign-on',
    'check-token',
    'finish-sign-on',
    'forgot-password',
    'get-sign-in-ways',
    'login',
    'logout',
    'raise-bank-account-alarm',
    'resend-mfa-mail',
    'set-up',
    'set-up-mfa',
    'sign-in-with-passkey',
    'update-email',
    'update-password',
    'use-recovery-code',
    'verify-mfa',
    'verify-mfa-passkey',
  ],
  payer: ['open-checkout', 'pay-checkout'],
  signature: ['receive-issuer-logout', 'receive-merchant-notification', 'receive-processor-notification'],
}

describe('a write', () => {
  it('honours Idempotency-Key, or is named here with the reason why not', () => {
    const found: Record<string, string[]> = {}
    for (const endpoint of endpoints) {
      if (endpoint.method === 'GET' || keepsAnswer(endpoint)) continue
      const why = endpoint.keepsNoAnswer ?? String(endpoint.access)
      found[why] = [...(found[why] ?? []), endpoint.name].sort()
    }
    expect(found).toEqual(keepNone)
  })

  it('that keeps its answer gives JSON or nothing, never a file', () => {
    const files = endpoints.filter((endpoint) => keepsAnswer(endpoint) && endpoint.gives)
    expect(files.map(({ name }) => name)).toEqual([])
  })

  it('that keeps no answer says so in the reference', async () => {
    const { paths } = (await kontor.get('', '/v1/openapi.json')).body
    const says = (path: string) => (paths[path].post.description ?? '').includes('Keeps no answer for a key.')
    const takesKey = (path: string) => JSON.stringify(paths[path].post.parameters ?? '').includes('Idempotency-Key')
    for (const path of ['/v1/customer/{id}/reveal', '/v1/auth/login'])
      expect([path, says(path), takesKey(path)]).toEqual([path, true, false])
    expect([says('/v1/apikey'), takesKey('/v1/apikey')]).toEqual([false, true])
  })
})

describe('a repetition of a request whose answer holds a secret', () => {
  const apiKey = () => ({ name: `Till ${randomUUID()}`, organisation: shop.merchant, roles: ['TRANSACTION_LIST'] })

  it('gets the same API key again, and none is made beside it', async () => {
    const given = apiKey()
    const { body, key } = await twice(owner, '/v1/apikey', given)
    expect((await kontor.get(body.secret, '/v1/transaction')).status).toBe(200)
    expect(await rows('select id from api_key where name = $1', [given.name])).toEqual([{ id: body.id }])
    const other = await send(owner, '/v1/apikey', apiKey(), key)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
  })

  it('gets the secret of a rotated API key, which the first answer may have lost', async () => {
    const { id } = (await kontor.post(owner, '/v1/apikey', apiKey())).body
    const { body } = await twice(owner, `/v1/apikey/${id}/rotate`, { overlap_hours: 0 })
    expect((await kontor.get(body.secret, '/v1/transaction')).status).toBe(200)
  })

  it('makes one middleware, and rotates its secret once', async () => {
    const name = `Score ${randomUUID()}`
    const given = { name, organisation: shop.merchant, url: receiver.url('/score') }
    const made = (await twice(staff, '/v1/middleware', given)).body
    expect(await rows('select id from middleware where name = $1', [name])).toEqual([{ id: made.id }])
    await twice(staff, `/v1/middleware/${made.id}/secret`, {})
    await twice(staff, `/v1/middleware/${made.id}/try`, {})
    expect(await rows(`select from change where item_id = $1 and operation = 'updated'`, [made.id])).toHaveLength(1)
  })

  it('gets the same link of an invitation, which works', async () => {
    const person = { email: `${randomUUID()}@shop.example` }
    const asked = { people: [person], organisation: shop.merchant, roles: ['TRANSACTION_LIST'], language: 'nl' }
    const { results } = (await kontor.post(owner, '/v1/user', asked)).body
    const [{ user }] = results
    const { url } = (await twice(owner, `/v1/user/${user}/link`, {})).body
    const token = new URL(url).searchParams.get('token')
    expect((await kontor.post('', '/v1/auth/check-token', { token, purpose: 'password' })).body.new).toBe(true)
  })

  it('gets it from a sealed value: no secret is in a table, and another person’s key is another one', async () => {
    const given = apiKey()
    const { body, key } = await twice(owner, '/v1/apikey', given)
    const [kept] = await rows(
      'select to_jsonb(k)::text as text, response_body, response_sealed from idempotency_key k where key = $1',
      [key],
    )
    expect(kept.text).not.toContain(body.secret)
    expect([kept.response_body, kept.response_sealed.includes(body.secret)]).toEqual(['', false])
    const colleague = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const another = await send(colleague, '/v1/apikey', { ...given, name: `Desk ${randomUUID()}` }, key)
    expect([another.status, another.body.id === body.id, isReplayed(another)]).toEqual([201, false, false])
  })

  it('is refused, and not carried out again, where a rotation left the answer sealed by a key that nobody has', async () => {
    const given = apiKey()
    const { key } = await twice(owner, '/v1/apikey', given)
    await rows(
      `update idempotency_key set response_sealed = '\\x01'::bytea || sha512(response_sealed) where key = $1`,
      [key],
    )
    const { status, body } = await send(owner, '/v1/apikey', given, key)
    expect([status, body.code, body.details]).toEqual([409, 'idempotency_key_reused', { answer: 'not_kept' }])
    expect(await rows('select id from api_key where name = $1', [given.name])).toHaveLength(1)
  })
})

describe('a repetition of a request without a transaction around it', () => {
  const trying = () => `/v1/paymentprofile/${shop.profile}/try-webhook`
  const field = { field: 'webhook_refund_update' }
  const heard = (path: string) => receiver.heard.filter((each) => each.path === path).length
  const listen = async () => {
    const path = `/${randomUUID()}`
    await kontor.post(owner, `/v1/paymentprofile/${shop.profile}`, { webhook_refund_update: receiver.url(path) })
    return path
  }

  it('sends no second example to a webhook address', async () => {
    const path = await listen()
    await twice(owner, trying(), field)
    expect(heard(path)).toBe(1)
  })

  it('is told to come back while the first one is at work, and is carried out if that one never answered', async () => {
    const path = await listen()
    const { key } = await twice(owner, trying(), field)
    await rows(
      `update idempotency_key set response_status = null, response_body = '', in_use_until = now() + interval '1 minute' where key = $1`,
      [key],
    )
    const early = await send(owner, trying(), field, key)
    expect([early.status, early.body.code]).toEqual([409, 'idempotency_key_in_use'])
    await rows(`update idempotency_key set in_use_until = now() - interval '1 second' where key = $1`, [key])
    const late = await send(owner, trying(), field, key)
    expect([late.status, isReplayed(late), heard(path)]).toEqual([200, false, 2])
    expect(isReplayed(await send(owner, trying(), field, key))).toBe(true)
  })

  it('of two at once one is carried out', async () => {
    const path = await listen()
    const key = randomUUID()
    const answers = await Promise.all([send(owner, trying(), field, key), send(owner, trying(), field, key)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(heard(path)).toBe(1)
  })

  it('is carried out if the first one was refused', async () => {
    const key = randomUUID()
    const at = `/v1/paymentprofile/${randomUUID()}/try-webhook`
    expect((await send(owner, at, field, key)).status).toBe(404)
    expect((await send(owner, at, field, key)).status).toBe(404)
    expect(await rows('select from idempotency_key where key = $1', [key])).toEqual([])
  })

  it('gives the first answer of a run of settlements again', async () => {
    await twice(staff, '/v1/psp/settlement/run', {})
  })
})

it('A person’s change of their own profile is made once per key', async () => {
  const named = { name: 'Owner of the till' }
  const { key } = await twice(owner, '/v1/profile', named)
  await kontor.post(owner, '/v1/profile', { name: 'Owner of the shop' })
  expect(isReplayed(await send(owner, '/v1/profile', named, key))).toBe(true)
  expect((await kontor.get(owner, '/v1/profile')).body.name).toBe('Owner of the shop')
})
