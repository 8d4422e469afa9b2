import type { Endpoint, Schemas } from '@kontor/contract/endpoint'
import * as profile from '@kontor/contract/identity/profile.endpoints'
import * as profileSchemas from '@kontor/contract/identity/profile.schemas'
import * as signIn from '@kontor/contract/identity/sign-in.endpoints'
import * as signInSchemas from '@kontor/contract/identity/sign-in.schemas'
import * as signOnSchemas from '@kontor/contract/identity/sign-on/sign-on.schemas'
import { refusals } from '@kontor/contract/refusal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness.ts'
import { tidy } from '../tidy.ts'
import { visitor } from './visitor.ts'

let kontor: TestApp
let cookie: string

beforeAll(async () => {
  kontor = await startTestApp({ trustedProxies: ['10.99.0.1'], signIn: { modules: ['sap'] } })
  cookie = await kontor.make.cookie({})
})
afterAll(() => kontor.stop())

const calls: readonly Endpoint[] = [...Object.values(signIn), ...Object.values(profile)]
const named = calls.map((call) => [`${call.method} ${call.path}`, call] as const)
const at = (call: Endpoint) => call.path.replace(':id', '01900000-0000-7000-8000-000000000001')
const writes = named.filter(([, { method }]) => method !== 'GET')

describe.each(named)('%s', (_name, call) => {
  it('is described to programs as it is', async () => {
    const document = (await kontor.get('', '/v1/openapi.json')).body
    const described = document.paths[call.path.replace(/:(\w+)/, '{$1}')]?.[call.method.toLowerCase()]
    expect(described?.summary).toBe(call.summary)
    for (const refusal of call.refusals) expect(Object.keys(refusals)).toContain(refusal)
  })

  it('asks for a session when it says so, and for no other thing', async () => {
    const { status, headers } = await kontor.call('', call.method, at(call), call.method === 'GET' ? undefined : {})
    if (call.access === 'person') expect(status).toBe(401)
    else expect([200, 204, 400]).toContain(status)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe.each(writes)('%s', (_name, call) => {
  it('does nothing for the pages of others', async () => {
    const tries: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of tries) {
      const { status, body } = await kontor.call(cookie, call.method, at(call), {}, headers)
      expect([status, body.code]).toEqual([403, 'origin_refused'])
    }
  })

  it('takes JSON alone, and no property that it does not know', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await fetch(kontor.url + at(call), {
      method: call.method,
      headers: { ...form, cookie },
      body: 'a=b',
    })
    expect([400, 415]).toContain(response.status)
    const { status, body } = await kontor.call(cookie, call.method, at(call), { surprise: 1 })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })
})

describe('odd input', () => {
  const oddities = ['\0', '\ud800', 'x'.repeat(100_000), '{"a":1}', '../..', '٣٤٥٦٧٨', '', '-1', '1e9', 'null']

  it('is refused in words, whichever field it is in', async () => {
    // The schemas of an endpoint have its name, but the type of a namespace does not say so.
    const shapes = { ...signInSchemas, ...signOnSchemas, ...profileSchemas } as Record<string, unknown>
    for (const [name, call] of Object.entries({ ...signIn, ...profile })) {
      const { body } = shapes[name.replace(/Endpoint$/, 'Schemas')] as Schemas
      const fields = body && 'shape' in body ? Object.keys(body.shape as object) : []
      for (const field of fields) {
        for (const value of [...oddities, 1e308, null, [], {}, true]) {
          const { status } = await visitor(kontor).post(at(call), { [field]: value })
          expect([call.path, field, status < 500]).toEqual([call.path, field, true])
        }
      }
    }
  }, 60_000)
})

describe('the address of a caller', () => {
  const ipOf = async (remoteAddress: string) => {
    const { id, email } = await kontor.make.user({})
    await kontor.app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      remoteAddress,
      headers: { 'x-forwarded-for': '198.51.100.7' },
      payload: { username: email, password: 'wrong' },
    })
    const event = await kontor.databases.provider
      .selectFrom('sign_in_event')
      .select('ip')
      .where('user_id', '=', id)
      .executeTakeFirst()
    return event?.ip
  }

  it('is what a trusted proxy says, and never what the caller says', async () => {
    expect(await ipOf('10.99.0.1')).toBe('198.51.100.7')
    expect(await ipOf('203.0.113.5')).toBe('203.0.113.5')
  })
})

it('the session tells which parts there are: those that are switched on, and those that every installation has', async () => {
  expect((await kontor.get(cookie, '/v1/auth/session')).body.modules).toEqual(['sap', 'subscriptions', 'terminals'])
})

it('the log holds no secret of a link', async () => {
  const lines: string[] = []
  const logging = await startTestApp({ logger: { level: 'trace', stream: { write: (line) => void lines.push(line) } } })
  try {
    for (const path of ['/updatePassword', '/v1/auth/check-token', '/healthz'])
      await logging.get('', `${path}?token=the-secret`)
    await logging.post('', '/v1/auth/update-password', { token: 'the-secret', password: 'the-password' })
  } finally {
    await logging.stop()
  }
  expect(lines.join()).toContain('/v1/auth/update-password')
  expect(lines.join()).not.toMatch(/the-secret|the-password/)
})

it('housekeeping is allowed to do what it does', async () => {
  await expect(tidy(kontor.databases)).resolves.toBeUndefined()
})
