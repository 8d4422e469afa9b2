import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../src/identity/sign-in/password.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import { codeIn, linkIn, type Mailbox, openMailbox } from '../mails/mailbox.ts'
import { totp } from '../signing-in/totp.ts'
import { password, visitor } from '../signing-in/visitor.ts'

let kontor: TestApp
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, poll_ms: 50 } })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

/** Every row of every table as text, as in a stolen dump. */
async function dump(): Promise<string> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  const { rows: tables } = await owner.query("select tablename from pg_tables where schemaname = 'public'")
  const texts: string[] = []
  for (const { tablename } of tables)
    texts.push(...(await owner.query(`select t::text as row from "${tablename}" t`)).rows.map(({ row }) => row))
  await owner.end()
  return texts.join('\n')
}

/** The forms in which a column of bytes may show a text: as it is, or as the bytes that it encodes. */
const forms = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret, 'base64url').toString('hex'),
]

it('a dump of the database holds no key, session, device, link, code or factor that would open anything', async () => {
  const { merchant } = await kontor.make.merchant()
  const { email } = await kontor.make.user({
    merchant,
    roles: ['USER_ALL'],
    password_hash: await hashPassword(password),
  })
  const keys = await Promise.all(Array.from({ length: 200 }, () => kontor.make.apiKey(merchant, ['TRANSACTION_LIST'])))
  for (const key of keys.slice(0, 3)) expect((await kontor.get(key, '/v1/transaction')).status).toBe(200)

  const who = visitor(kontor)
  await who.login(email)
  const begun = (await who.post('/v1/profile/mfa', { type: 'google', password })).body
  const code = totp(begun.secret, new Date())
  const { recovery_codes } = (await who.post('/v1/profile/mfa/confirm', { token: begun.token, code })).body
  const device = visitor(kontor)
  const challenge = (await device.login(email)).body.mfa_token
  const recovery_code = recovery_codes[0]
  await device.post('/v1/auth/mfa/recovery', { username: email, token: challenge, recovery_code, remember: true })
  const pending = (await visitor(kontor).login(email)).body.mfa_token
  await visitor(kontor).post('/v1/auth/forgot-password', { username: email })
  const link = linkIn(await mailbox.to(email, /password/i)).searchParams.get('token') ?? ''
  const mailed = await kontor.make.user({ password_hash: await hashPassword(password) })
  await kontor.databases.provider
    .updateTable('platform_user')
    .set({ mfa_type: 'email' })
    .where('id', '=', mailed.id)
    .execute()
  const second = (await visitor(kontor).login(mailed.email)).body.mfa_token
  const mailedCode = codeIn(await mailbox.to(mailed.email, /code/))

  const secrets = [
    ...keys,
    ...keys.map((key) => key.replace('kontor_', '')),
    ...[who, device].flatMap(({ cookies }) => [...cookies.values()]),
    ...[begun.secret, begun.token, challenge, pending, second, link, password],
    ...recovery_codes.flatMap((each: string) => [each, each.replaceAll('-', '')]),
  ]
  expect(secrets.filter((secret) => typeof secret !== 'string' || secret.length < 8)).toEqual([])
  const text = await dump()
  expect(text).toContain(email)
  expect(secrets.filter((secret) => forms(secret).some((form) => text.includes(form)))).toEqual([])
  // Any number may contain these six digits, so they are searched for as a word of their own.
  expect(text).not.toMatch(new RegExp(`[,("]${mailedCode}[,)"]`))
})
