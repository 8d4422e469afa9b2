import { randomBytes, randomInt } from 'node:crypto'
import { entities } from '@kontor/contract/entities'
import { reportTypes } from '@kontor/contract/reports/report.rules'
import { readXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { password, visitor } from '../../test/signing-in/visitor.ts'
import { hashPassword } from '../identity/sign-in/password.ts'

let kontor: TestApp
let a: MadeMerchant

beforeAll(async () => {
  kontor = await startTestApp()
  a = await kontor.make.merchant()
  await kontor.connect(a.merchant)
})
afterAll(() => kontor.stop())

const canaries: string[] = []
/** A secret that occurs nowhere else. */
function canary(secret = `cAnArY${randomBytes(9).toString('hex')}`): string {
  canaries.push(secret)
  return secret
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')
/** A card number: its last digit makes the sum (ISO/IEC 7812). */
function pan(): string {
  const begin = `41${digits(13)}`
  const sum = [...begin].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return begin + ((10 - (sum % 10)) % 10)
}
/** A Dutch IBAN with the right sum (ISO 13616). */
function iban(): string {
  const account = `ABNA${digits(10)}`
  const number = [...`${account}NL00`].map((letter) => Number.parseInt(letter, 36)).join('')
  return `NL${String(98 - Number(BigInt(number) % 97n)).padStart(2, '0')}${account}`
}
const grouped = (text: string, by: string) => text.match(/.{1,4}/g)?.join(by) ?? text

/** Under names that say what they are. */
const byName = () => ({
  ...{ password: canary(), card_token: canary(), api_key: canary(), Authorization: canary(), 'set-cookie': canary() },
  ...{
    cvc: canary(),
    securityCode: canary(),
    iban: canary(),
    storedPaymentMethodId: canary(),
    client_secret: canary(),
  },
  ...{ social_security_number: canary(), date_of_birth: canary(), mandate: { reference: canary() }, email: canary() },
})
/** Recognized by their form, under any name. */
const byForm = () => [
  ...[
    canary(pan()),
    canary(grouped(pan(), ' ')),
    canary(grouped(pan(), '-')),
    canary(iban()),
    canary(grouped(iban(), ' ')),
  ],
  ...[
    `Bearer ${canary()}`,
    `eyJ${canary()}.e30.${canary()}`,
    `whsec_${canary()}`,
    `pm_${canary(`1NqXb2LkdI${digits(9)}`)}`,
  ],
]
/** Each of them alone, in a list, deep, and as JSON inside of a text. */
const body = () => ({
  ...byName(),
  note: byForm(),
  deep: { deeper: [{ ...byName(), text: JSON.stringify({ ...byName(), note: byForm() }) }] },
})
const query = () =>
  `?token=${canary()}&_search=${encodeURIComponent(canary(pan()))}&q=${encodeURIComponent(canary(grouped(iban(), ' ')))}&api_key=${canary()}`

const headers = () => ({ 'x-secret': canary(), 'user-agent': `probe ${canary(pan())}` })

async function dumpOfTrail(): Promise<string> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  const tables = ['audit_trail_item', 'audit_trail_content', 'audit_trail_intent']
  const texts = await Promise.all(
    tables.map(async (table) =>
      (await owner.query(`select t::text as row from ${table} t`)).rows.map(({ row }) => row),
    ),
  )
  await owner.end()
  return texts.flat().join('\n')
}

it('a thousand secrets of all kinds are sent through every door, and none of them is in the trail or in a file', async () => {
  const provider = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
  const key = canary(await kontor.make.apiKey(a.merchant))
  const { body: document } = await kontor.get(provider, '/v1/openapi.json')
  const doors = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, a.merchant)] as const),
  )
  for (let at = 0; at < doors.length; at += 24) {
    // The same secrets go through several doors, so that the search for them takes no minute.
    const sent = { body: body(), query: query(), headers: headers() }
    await Promise.all(
      doors.slice(at, at + 24).map(([method, path]) => {
        const who = path.startsWith('/v1/psp/') ? provider : key
        return kontor.call(who, method, path + sent.query, method === 'GET' ? undefined : sent.body, sent.headers)
      }),
    )
  }
  await throughTheirOwnDoors(provider, key)
  const files = await filesOfLists()
  expect(canaries.length).toBeGreaterThan(1_000)
  // Only then the trail is complete.
  await kontor.app.close()
  const dump = await dumpOfTrail()
  expect(dump.split('\n').length).toBeGreaterThan(doors.length)
  expect(dump).toContain('probe 41')
  const found = canaries
    .flatMap((secret) => [...new Set([secret, encodeURIComponent(secret)])])
    .filter((text) => dump.includes(text))
  expect(found.map((secret) => [secret, dump.slice(dump.indexOf(secret) - 200, dump.indexOf(secret) + 60)])).toEqual([])
  expect(files).toContain('R-1')
  expect(canaries.filter((secret) => files.includes(secret))).toEqual([])
}, 120_000)

/** What reports are made of: the files of all lists that a merchant has, with every column. */
async function filesOfLists(): Promise<string> {
  const owner = await kontor.make.cookie({ merchant: a.merchant, roles: ['USER_ALL'] })
  const files: string[] = []
  for (const { name, resource, fields } of entities) {
    if (!reportTypes.some((type) => type === name)) continue
    const columns = Object.keys(fields).join(',')
    const file = async (format: string) =>
      fetch(`${kontor.url}/v1/${resource}/export?format=${format}&_columns=${columns}`, { headers: { cookie: owner } })
    const reply = await file('csv')
    if (!reply.ok) continue
    files.push(await reply.text())
    const { sheets } = await readXlsx(Buffer.from(await (await file('xlsx')).arrayBuffer()))
    files.push(JSON.stringify(sheets.flatMap(({ rows }) => rows)))
  }
  expect(files.length).toBeGreaterThan(9)
  return files.join('\n')
}

/** The last part of an address. */
const lastOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''

/** Requests that are carried out: their bodies are whole, and so are the answers that hold secrets. */
async function throughTheirOwnDoors(provider: string, key: string): Promise<void> {
  const email = `somebody-${digits(9)}@bloom.example`
  await kontor.make.user({
    merchant: a.merchant,
    email,
    roles: ['USER_ALL'],
    password_hash: await hashPassword(password),
  })
  const who = visitor(kontor)
  await visitor(kontor).login(email, canary())
  await who.login(email)
  canaries.push(password, email, ...who.cookies.values())
  const begun = await who.post('/v1/profile/mfa', { type: 'google', password })
  canaries.push(begun.body.secret, begun.body.token)
  await who.post('/v1/auth/mfa', { username: email, token: canary(), code: canary('739204'), remember: true })
  await who.post('/v1/auth/update-password', { token: canary(), password: canary() })
  const made = await kontor.post(provider, `/v1/apikey?merchant=${a.merchant}`, {
    name: 'till',
    roles: ['TRANSACTION_LIST'],
  })
  if (made.body.secret) canaries.push(made.body.secret)
  const token = `test_visa_${canary()}`
  const paid = {
    payment_profile: a.profile,
    amount: 100,
    payment_product: 'card',
    card_token: token,
    merchant_reference: 'R-1',
  }
  expect((await kontor.post(key, '/v1/transaction', paid)).status).toBe(201)
  expect(
    (await kontor.post(key, '/v1/transaction', { ...paid, merchant_reference: canary(grouped(pan(), ' ')) })).status,
  ).toBe(400)
  const { notification_url } = (await kontor.get(provider, `/v1/processor/${a.processor}/setup`)).body
  canaries.push(lastOf(notification_url))
  const link = { payment_profile: a.profile, amount: 5_000, merchant_reference: 'L-1' }
  const linked = await kontor.post(provider, `/v1/paymentlink?merchant=${a.merchant}`, link)
  expect([linked.status, linked.body]).toMatchObject([201, {}])
  canaries.push(lastOf(linked.body.url))
  await kontor.get(provider, `/v1/paymentlink/${linked.body.id}`)
  const details = ['api_key', 'merchant_account', 'hmac_key'].map((name) => ({ name, value: canary() }))
  await kontor.post(provider, '/v1/processor/test', { gateway: 'adyen', mode: 'test', details })
  await kontor.call('', 'POST', `/v1/processornotification/${a.processor}/${canary(randomBytes(16).toString('hex'))}`, {
    ...byName(),
    note: byForm(),
  })
  await kontor.get('', `/v1/pay/${canary(randomBytes(32).toString('base64url'))}`)
  const cookie = `kontor_session=${canary()}`
  await kontor.get(cookie, '/v1/transaction')
}
