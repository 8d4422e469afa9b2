import { type Problem, refusals } from '@kontor/contract/refusal'
import fastify from 'fastify'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { buildApp } from '../../app.ts'
import { openDatabases } from '../db/database.ts'
import { errorHandling } from './edge.ts'

let kontor: TestApp
let shop: MadeMerchant
let cookie: string
let transaction: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  cookie = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  transaction = (await kontor.make.transaction(shop)).id
})
afterAll(() => kontor.stop())

async function send(path: string, body: string | null, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(kontor.url + path, {
    method,
    body,
    headers: { cookie, 'content-type': 'application/json', ...headers },
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    problem: (await response.json()) as Problem,
  }
}
const refund = () => `/v1/transaction/${transaction}/refund`

async function expectProblem(answer: Awaited<ReturnType<typeof send>>, status: number, code: string, key?: string) {
  expect([answer.status, answer.type]).toEqual([status, 'application/problem+json; charset=utf-8'])
  expect(answer.problem).toMatchObject({ type: 'about:blank', status, code, request_id: expect.any(String) })
  if (key) expect(Object.keys(answer.problem.details ?? {})).toEqual([key])
}

describe('a body that cannot be read', () => {
  it.each([
    ['half a JSON', '{"amount":', 400, 'invalid_request'],
    ['no JSON', 'amount=1', 400, 'invalid_request'],
    ['nothing', '', 400, 'invalid_request'],
    ['a prototype', '{"__proto__":{"amount":1}}', 400, 'invalid_request'],
    ['a constructor', '{"constructor":{"prototype":{"amount":1}}}', 400, 'invalid_request'],
    ['more than 256 kB', JSON.stringify({ reason: 'x'.repeat(300_000) }), 413, 'payload_too_large'],
  ])('%s is refused', async (_what, body, status, code) => {
    await expectProblem(await send(refund(), body), status, code)
    expect(({} as Record<string, unknown>)['amount']).toBeUndefined()
  })

  it.each(['application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'])(
    'of the type %s is refused',
    async (type) =>
      expectProblem(await send(refund(), 'amount=1', { 'content-type': type }), 415, 'unsupported_media_type'),
  )

  it('of plain text is no object', async () =>
    expectProblem(
      await send(refund(), '{"amount":1}', { 'content-type': 'text/plain' }),
      400,
      'invalid_request',
      'body',
    ))
})

describe('a body with what cannot be', () => {
  const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
  it.each([
    ['ten thousand levels', deep, `body${'.a'.repeat(100)}`],
    ['2^63', '{"amount":9223372036854775808}', 'body.amount'],
    ['2^53', '{"amount":9007199254740992}', 'body.amount'],
    ['1e400', '{"amount":1e400}', 'body.amount'],
    ['a fraction', '{"amount":0.1}', 'body.amount'],
    ['minus nothing', '{"amount":-0}', 'body.amount'],
    ['an amount in words', '{"amount":"1"}', 'body.amount'],
    ['a list', '[1]', 'body'],
    ['null', 'null', 'body.amount'],
    ['NUL in a text', '{"amount":1,"reason":"a\\u0000b"}', 'body.reason'],
    ['half a surrogate pair', '{"amount":1,"reason":"\\ud83d"}', 'body.reason'],
    ['a text too long', JSON.stringify({ amount: 1, reason: 'x'.repeat(501) }), 'body.reason'],
    ['what nobody asked for', '{"amount":1,"status":"PROCESSED"}', 'body.status'],
  ])('%s is refused by the name of the field', async (_what, body, key) => {
    const answer = await send(refund(), body)
    expect([answer.status, answer.type, answer.problem.code]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
      'invalid_request',
    ])
    expect(Object.keys(answer.problem.details ?? {})).toContain(key)
  })

  it('leaves nothing behind', async () =>
    expect((await kontor.get(cookie, `/v1/refund?transaction=${transaction}`)).body).toEqual([]))

  it('has as many keys as it likes, and no more time', async () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`k${n}`, n])))
    const took = await cpuTimeOf(async () => expectProblem(await send(refund(), body), 400, 'invalid_request'))
    expect(took).toBeLessThan(2_000)
  })
})

describe('an address that leads nowhere', () => {
  const get = (path: string) => send(path, null, {}, 'GET')
  it.each([
    '/v1/nothing',
    '/v1/',
    '/nothing',
    '/v1/transaction/x',
    '/v1/transaction/00000000',
    `/v1/transaction/${'1'.repeat(300)}`,
  ])('%s is not found', async (path) => expectProblem(await get(path), 404, 'not_found'))

  it('with an escape that is none is refused', async () =>
    expectProblem(await get('/v1/transaction/%zz'), 400, 'invalid_request'))

  it('by another method is not found', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      await expectProblem(await send('/v1/transaction', '{}', {}, method), 404, 'not_found')
  })

  it.each(['x', '1', v7().slice(1), `${v7()}0`, `{${v7()}}`, '%00', 'null'])('to refund %s is not found', async (id) =>
    expectProblem(await send(`/v1/transaction/${id}/refund`, '{"amount":1}'), 404, 'not_found'),
  )

  it.each(['', 'a b', 'é', 'x'.repeat(256)])('with the idempotency key "%s" is refused', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
    await expectProblem(
      await send(refund(), '{"amount":1}', headers),
      400,
      'invalid_request',
      'headers.idempotency-key',
    )
  })
})

describe('a database that is away', () => {
  const gone = 'postgres://nobody:nothing@127.0.0.1:1/nothing'

  it('is 503 with a word on when to come again, for everybody', async () => {
    const databases = openDatabases({ merchantUrl: gone, providerUrl: gone }, () => {})
    const app = await buildApp({ databases, masterKey: kontor.database.masterKey, publicUrl: 'http://localhost:4000' })
    try {
      const login = { username: 'zoe@test.example', password: 'Correct-horse-7' }
      for (const request of [
        { method: 'GET' as const, url: '/v1/transaction', headers: { cookie } },
        { method: 'GET' as const, url: '/v1/transaction/export', headers: { authorization: 'Bearer kontor_x' } },
        { method: 'POST' as const, url: '/v1/auth/login', payload: login },
        { method: 'GET' as const, url: '/healthz' },
      ]) {
        const response = await app.inject(request)
        expect([request.url, response.statusCode, response.json().code]).toEqual([request.url, 503, 'unavailable'])
        expect(response.headers['retry-after']).toBe('2')
        expect(response.body).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|nobody/)
      }
    } finally {
      await app.close()
      await databases.close()
    }
  })

  it('is forgotten once it is back: connections that were cut are made anew', async () => {
    expect((await kontor.get(cookie, '/v1/transaction')).status).toBe(200)
    const pg = await import('pg')
    const owner = new pg.default.Client(kontor.database.adminUrl)
    await owner.connect()
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'kontor%' and datname = current_database()`,
    )
    await owner.end()
    const statuses = []
    for (let round = 0; round < 10; round += 1) statuses.push((await kontor.get(cookie, '/v1/transaction')).status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses.at(-1)).toBe(200)
  })
})

it('A mistake of ours tells the id of the request, and nothing of what went wrong', async () => {
  const app = fastify()
  errorHandling(app)
  app.get('/', () => {
    throw new Error('select secret from kept at /home/kontor')
  })
  const reply = await app.inject('/')
  expect(reply.statusCode).toBe(500)
  expect(Object.keys(reply.json())).toEqual(['type', 'title', 'status', 'code', 'request_id'])
  expect(reply.body).not.toMatch(/select|secret|home/)
})

describe('the codes', () => {
  it('each travel with a status that fits', () => {
    expect(Object.values(refusals).filter((status) => status < 400 || status > 503)).toEqual([])
  })
})
