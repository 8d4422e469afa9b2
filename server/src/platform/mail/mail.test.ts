import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import { visitor } from '../../../test/signing-in/visitor.ts'
import { accountTexts } from '../../identity/mails/account-mails.texts.ts'
import { letterOf } from './message.ts'
import { enqueueMail } from './outbox.ts'

let kontor: TestApp
let mailbox: Mailbox
const logged: string[] = []

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({
    logger: { level: 'info', stream: { write: (text: string) => void logged.push(text) } },
    mail: { smtpUrl: mailbox.url, from: 'Kontor <no-reply@test.example>', poll_ms: 30, retry_ms: 50 },
  })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const post = (template: string, values: Record<string, string>, useful_ms?: number) =>
  enqueueMail(
    kontor.databases.provider,
    kontor.database.masterKey,
    { template, values, ...(useful_ms ? { useful_ms } : {}) },
    new Date(),
  )
const rows = () => kontor.databases.provider.selectFrom('mail').selectAll().orderBy('id').execute()
const outcomeOf = async (attempts: number) => (await rows()).filter((row) => row.attempts >= attempts).at(-1)?.outcome

describe('a mail', () => {
  it('is text and HTML, with names as they are written, and nothing in it runs', async () => {
    const { id, email } = await kontor.make.user({})
    const name = 'Zoë <script>alert(1)</script> "&" O’Neill €'
    await kontor.databases.provider
      .updateTable('platform_user')
      .set({ name, language: 'nl' })
      .where('id', '=', id)
      .execute()
    await post('mfa_code', { user: id, code: '123456', minutes: '30' })
    const mail = await mailbox.to(email)
    expect(mail.from?.address).toBe('no-reply@test.example')
    expect(mail.to?.[0]?.name).toBe(name)
    expect(mail.subject).toBe('Je verificatiecode')
    expect(mail.text).toContain(name)
    expect(mail.html).not.toContain('<script>')
    expect(mail.html).toContain('123456')
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  it('is forgotten by the outbox once it has left', async () => {
    const { id, email } = await kontor.make.user({})
    await post('mfa_code', { user: id, code: '654321', minutes: '30' })
    await mailbox.to(email)
    await expect
      .poll(async () => (await rows()).every(({ sealed, done_at }) => done_at !== null && sealed === null))
      .toBe(true)
  })

  it('waits sealed while the mail server is down, and arrives once when it is back', async () => {
    const { id, email } = await kontor.make.user({})
    await mailbox.down()
    await post('mfa_code', { user: id, code: '777777', minutes: '30' })
    await expect.poll(async () => (await rows()).at(-1)?.attempts).toBeGreaterThan(2)
    const waiting = (await rows()).at(-1)
    expect(waiting?.last_error).toMatch(/ECONNREFUSED/)
    expect(waiting?.sealed?.toString('latin1')).not.toContain('777777')
    expect(mailbox.count(email)).toBe(0)
    await mailbox.up()
    await mailbox.to(email)
    await expect.poll(() => outcomeOf(3)).toBe('sent')
    expect(mailbox.count(email)).toBe(1)
  })

  it.each([
    ['sender', '550 5.7.1 We do not know you'],
    ['sender', '535 5.7.8 Authentication failed'],
    ['receiver', '554 5.7.1 <who@test.example>: Relay access denied'],
  ] as const)('waits while its server refuses us, at the %s: %s', async (at, answer) => {
    const { id, email } = await kontor.make.user({})
    mailbox.refuse(at, answer)
    await post('mfa_code', { user: id, code: '999999', minutes: '30' })
    await expect.poll(async () => (await rows()).at(-1)?.attempts).toBeGreaterThan(1)
    const waiting = (await rows()).at(-1)
    expect(waiting).toMatchObject({ done_at: null, outcome: null })
    expect(waiting?.last_error).toContain(answer.slice(0, 3))
    expect(waiting?.last_error).not.toContain('@')
    mailbox.refuse(at, undefined)
    await mailbox.to(email)
  })

  it('whose receiver is refused for good is over, and its failure is in the log', async () => {
    const { id, email } = await kontor.make.user({})
    mailbox.refuse('receiver', `550 5.1.1 <${email}>: nobody here`)
    await post('mfa_code', { user: id, code: '111111', minutes: '30' })
    await expect.poll(async () => (await rows()).at(-1)?.outcome).toBe('refused')
    mailbox.refuse('receiver', undefined)
    const mail = (await rows()).at(-1)
    const line = logged.find((each) => each.includes(`"mail":"${mail?.id}"`))
    expect(line).toContain('mail refused')
    expect(line).toContain('nobody here')
    expect(logged.join()).not.toContain(email)
  })

  it('is over when the server has said for half a day that we may not send to its receiver, and took other mails', async () => {
    const [refused, taken] = [await kontor.make.user({}), await kontor.make.user({})]
    mailbox.refuse('receiver', `550 5.7.1 <${refused.email}>: members only`, refused.email)
    await post('mfa_code', { user: refused.id, code: '121212', minutes: '30' })
    const id = (await rows()).at(-1)?.id
    const now = async () => (await rows()).find((row) => row.id === id)
    await expect.poll(async () => (await now())?.attempts).toBeGreaterThan(4)
    expect(await now()).toMatchObject({ outcome: null })
    await post('mfa_code', { user: taken.id, code: '343434', minutes: '30' })
    await mailbox.to(taken.email)
    const tried = (await now())?.attempts
    await expect.poll(async () => (await now())?.attempts).toBeGreaterThan(Number(tried) + 1)
    expect(await now()).toMatchObject({ outcome: null })
    await sql`update mail set first_refused_at = first_refused_at - interval '13 hours' where id = ${id}`.execute(
      kontor.databases.provider,
    )
    await expect.poll(async () => (await now())?.outcome).toBe('refused')
    expect(logged.find((each) => each.includes(`"mail":"${id}"`) && each.includes('mail refused'))).toContain(
      'members only',
    )
    mailbox.refuse('receiver', undefined)
    expect(mailbox.count(refused.email)).toBe(0)
  })

  it('waits although others were taken before', async () => {
    const [refused, taken] = [await kontor.make.user({}), await kontor.make.user({})]
    await post('mfa_code', { user: taken.id, code: '565656', minutes: '30' })
    await mailbox.to(taken.email)
    mailbox.refuse('receiver', `550 5.7.1 <${refused.email}>: not now`, refused.email)
    await post('mfa_code', { user: refused.id, code: '787878', minutes: '30' })
    await expect.poll(async () => (await rows()).at(-1)?.attempts).toBeGreaterThan(3)
    expect((await rows()).at(-1)).toMatchObject({ outcome: null })
    mailbox.refuse('receiver', undefined)
    await mailbox.to(refused.email)
  })

  it('is not sent any more when it has become useless', async () => {
    const { id } = await kontor.make.user({})
    await mailbox.down()
    await post('mfa_code', { user: id, code: '888888', minutes: '30' }, 200)
    await expect.poll(async () => (await rows()).at(-1)?.outcome).toBe('expired')
    await mailbox.up()
  })

  it('to nobody leaves nothing', async () => {
    await post('forgot_password', { email: 'nobody@test.example', ip: '', browser: '', platform: '' })
    await expect.poll(async () => (await rows()).at(-1)?.outcome).toBe('nobody')
  })
})

describe('the head of a mail', () => {
  const content = { subject: 'Subject', blocks: ['Text'], closing: 'Bye' }

  it.each(['Zoë\r\nBcc: evil@test.example', 'Zoë\nX: y', 'Zoë\0', 'Zoë\u0085x'])('refuses the name %j', (name) => {
    expect(() => letterOf({ to: { name, address: 'a@test.example' }, language: 'nl', content })).toThrow(
      /control character/,
    )
  })

  it('is kept free of line breaks by the database too, and by the profile', async () => {
    const { id } = await kontor.make.user({})
    const rename = kontor.databases.provider
      .updateTable('platform_user')
      .set({ name: 'a\nb' })
      .where('id', '=', id)
      .execute()
    await expect(rename).rejects.toThrow(/platform_user_name_one_line/)
    const cookie = await kontor.make.cookie({})
    expect((await kontor.post(cookie, '/v1/profile', { name: 'a\r\nBcc: b' })).body.details).toEqual({
      'body.name': 'invalid_text',
    })
  })
})

describe('the texts', () => {
  it('have the same values in both languages', () => {
    const valuesIn = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort()
    const said = {
      name: '{name}',
      minutes: '{minutes}',
      email: '{email}',
      passkey: '{passkey}',
      merchant: '{merchant}',
    }
    for (const [name, { nl, 'en-US': en }] of Object.entries(accountTexts))
      expect([name, valuesIn(nl(said))]).toEqual([name, valuesIn(en(said))])
  })
})

describe('without a mail server', () => {
  it('a demo shows its mails, and no other installation does', async () => {
    const demo = await startTestApp({ mail: { poll_ms: 30, retry_ms: 50 } })
    try {
      const { id } = await demo.make.user({})
      const read = () => visitor(demo).get('/demo-mail')
      const send = (code: string) =>
        enqueueMail(
          demo.databases.provider,
          demo.database.masterKey,
          { template: 'mfa_code', values: { user: id, code, minutes: '30' } },
          new Date(),
        )
      await send('424242')
      expect((await read()).status).toBe(404)
      const pg = await import('pg')
      const owner = new pg.default.Client(demo.database.adminUrl)
      await owner.connect()
      await owner.query('update installation set demo = true')
      await owner.end()
      await expect.poll(async () => (await read()).body).toContain('424242')
    } finally {
      await demo.stop()
    }
    expect((await visitor(kontor).get('/demo-mail')).status).toBe(404)
  })
})
