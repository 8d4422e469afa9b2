import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { totp } from '../../../test/signing-in/totp.ts'
import { password, visitor } from '../../../test/signing-in/visitor.ts'
import { hashPassword } from '../../identity/sign-in/password.ts'
import { seeded } from '../trade/random.ts'
import { demoPassword } from '../users.ts'
import { addSignInSituations, demoTotpSecret, signInSituations } from './sign-in-situations.ts'

let kontor: TestApp

beforeAll(async () => {
  kontor = await startTestApp()
  const secrets = { masterKey: kontor.database.masterKey, passwordHash: await hashPassword(password) }
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  await addSignInSituations(owner, seeded('situations'), secrets, Date.now())
  await owner.end()
})
afterAll(() => kontor.stop())

describe('the demo’s users', () => {
  it('are each in the situation that they stand for', async () => {
    const replies = await Promise.all(signInSituations.map(({ email }) => visitor(kontor).login(email)))
    expect(replies.map(({ status, body }) => body.mfa_type ?? (body.mfa_setup_token ? 'set up' : status))).toEqual([
      'email',
      'google',
      'set up',
      401,
      401,
    ])
  })

  it('have an authenticator whose secret is told', async () => {
    const [who, username] = [visitor(kontor), 'authenticator@kontor.example']
    const token = (await who.login(username)).body.mfa_token
    const reply = await who.post('/v1/auth/mfa', { username, token, code: totp(demoTotpSecret, new Date()) })
    expect(reply.body.user.email).toBe(username)
  })

  it('without a second factor sign in by their password alone', async () => {
    const { email } = await kontor.make.user({
      password_hash: await hashPassword(password),
      roles: ['PSP_ALL', 'PSP_SUPER'],
    })
    const { status, body } = await visitor(kontor).login(email)
    expect([status, Object.keys(body), body.user.email]).toEqual([200, ['user'], email])
  })
})

describe('the people of a demo', () => {
  const people = () => kontor.get('', '/v1/auth/demo')

  it('are told to the sign-in page of a demo, with the password that lets them in', async () => {
    await setDemo(true)
    const { status, body } = await people()
    expect(status).toBe(200)
    expect(body.people.map(({ key }: { key: string }) => key)).toEqual(signInSituations.map(({ key }) => key))
    const [first] = body.people
    expect(first).toEqual({ key: 'mail_code', email: 'mail-code@kontor.example', name: 'Maud Mailcode' })
    expect([body.password, body.mails, body.sandbox]).toEqual([
      demoPassword,
      '/demo-mail',
      kontor.sandboxUrl.replace('127.0.0.1', 'localhost'),
    ])
  })

  it('do not exist for any other installation', async () => {
    await setDemo(false)
    const { status, body } = await people()
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(JSON.stringify(body)).not.toMatch(/kontor\.example|Kontor-demo/)
  })
})

async function setDemo(demo: boolean): Promise<void> {
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  await owner.query('update installation set demo = $1', [demo])
  await owner.end()
}
