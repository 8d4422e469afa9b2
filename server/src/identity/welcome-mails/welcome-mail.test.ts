import type { Language } from '@kontor/contract/identity/session'
import { welcomeTemplate } from '@kontor/contract/identity/welcome-mails/welcome-mail.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reply, startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { letterOf } from '../../platform/mail/message.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { accountMails } from '../mails/account-mails.ts'
import { addInvited } from '../users/add-invited.ts'

let kontor: TestApp
let mailbox: Mailbox
let shop: MadeMerchant
let staff: string
let count = 0

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, from: 'Kontor <kontor@test.example>', poll_ms: 30 } })
  shop = await kontor.make.merchant()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const at = '/v1/psp/welcomemail'
const text = 'Dag [name]: [url]'
const create = (given: object = {}, who = staff): Promise<Reply> =>
  kontor.post(who, at, { name: `Mail ${++count}`, content: text, ...given })
const update = (id: string, given: object): Promise<Reply> => kontor.post(staff, `${at}/${id}`, given)
const read = async (id: string) => (await kontor.get(staff, `${at}/${id}`)).body
const holders = async (flag: string) =>
  (await kontor.get(staff, `${at}?${flag}=true&_limit=100`)).body.map(({ id }: { id: string }) => id)
const db = () => kontor.databases.provider

/** Invites a user of the merchant, and gives the mail that arrives. */
async function invite(given: { name?: string; language?: Language; merchant?: string } = {}) {
  const email = `invited${++count}@test.example`
  const { name = 'Wil de Wit', language = 'nl', merchant = 'Kaas & Co' } = given
  const place = { merchant: { id: shop.merchant, name: merchant }, organisation: shop.merchant }
  await db()
    .transaction()
    .execute((trx) =>
      addInvited(trx, { place, name, email, language, roles: ['USER_ALL'] }, new Date(), kontor.database.masterKey),
    )
  return mailbox.to(email)
}

/** Invites somebody of the provider's staff, who have no merchant. */
async function inviteStaff() {
  const { id, email } = await kontor.make.user({ roles: ['PSP_ALL'] })
  await enqueueMail(db(), kontor.database.masterKey, { template: 'invitation', values: { user: id } }, new Date())
  return mailbox.to(email)
}

/** The mail that went out before there were welcome mails, and goes out without a default. */
async function ownText(user: string, merchant: string) {
  const make = accountMails({ databases: kontor.databases, publicUrl: 'https://kontor.example' })
  const message = await make('invitation', { user, merchant }, new Date())
  return message && letterOf(message)
}

describe('the welcome mails that an installation starts with', () => {
  it('invite users of merchants with the text that a new one begins with, and staff', async () => {
    const rows = (await kontor.get(staff, `${at}?_sort=name`)).body
    expect(rows).toMatchObject([
      { default: false, psp_default: true },
      { default: true, psp_default: false, content: welcomeTemplate.nl, content_en: welcomeTemplate['en-US'] },
    ])
  })

  it.each(['nl', 'en-US'] as const)(
    'say in %s what Kontor says without them, to users and to staff',
    async (language) => {
      for (const merchant of [shop.merchant, undefined]) {
        const { id } = await kontor.make.user(merchant ? { merchant } : {})
        await db().updateTable('platform_user').set({ language }).where('id', '=', id).execute()
        const before = await ownText(id, 'Kaas & Co')
        const kept = await db().selectFrom('welcome_mail').selectAll().execute()
        await db().deleteFrom('welcome_mail').execute()
        const without = await ownText(id, 'Kaas & Co')
        await db().insertInto('welcome_mail').values(kept).execute()
        const same = (letter = '') => letter.replaceAll(/token=[^&\s"<]+/g, 'token=')
        expect(same(before?.text)).toBe(same(without?.text))
        expect(same(before?.html)).toBe(same(without?.html))
        expect(before?.text).toContain(language === 'nl' ? '24 uur' : '24 hours')
      }
    },
  )
})

describe('an invitation', () => {
  it('is not given another text by somebody who may make texts and change none', async () => {
    const maker = await kontor.make.cookie({ roles: ['PSP_WELCOME_CREATE', 'PSP_WELCOME_LIST'] })
    const before = [await holders('default'), await holders('psp_default')]
    for (const flag of ['default', 'psp_default'])
      expect((await create({ [flag]: true }, maker)).body.code).toBe('forbidden')
    expect([await holders('default'), await holders('psp_default')]).toEqual(before)
    expect((await create({ default: false }, maker)).status).toBe(201)
  })

  it('has the text of the default for merchants, with its values and a link that works', async () => {
    const content =
      'Beste [name] van [merchant],\nwelkom!\n\n[enter_password_button]\n\nOf: [url]\n\nLater: [url_forgot_password]'
    expect((await create({ content, default: true })).status).toBe(201)
    const { text: said = '', html = '', subject } = await invite()
    expect(subject).toBe('Welkom bij Kontor')
    expect(said).toMatch(/^Beste Wil de Wit van Kaas & Co,\nwelkom!\n\nhttp/)
    expect(said).toContain('/forgotPassword')
    expect(said).not.toMatch(/\[\w+\]/)
    expect(html).toContain('Wachtwoord instellen</a>')
    expect(html).toContain('<br>welkom!')
    expect(html).toContain('Kaas &#38; Co')
    const password = 'Oude-kaas-1811'
    const token = linkIn({ text: said } as never).searchParams.get('token')
    const call = await kontor.post('', '/v1/auth/update-password', { token, password })
    expect(call.status).toBe(204)
  })

  it('of the provider’s staff has the text of theirs', async () => {
    await create({ content: 'Voor winkeliers: [url]', content_en: 'For merchants: [url]', default: true })
    await create({ content: 'Voor ons: [url]', content_en: 'For us at [merchant]: [url]', psp_default: true })
    expect((await invite()).text).toContain('Voor winkeliers')
    expect((await inviteStaff()).text).toContain('For us at Kontor')
  })

  it('is in the language of the invited person, and in Kontor’s own words where the text is missing', async () => {
    const { body } = await create({ content_en: 'Hi [name]: [url]', default: true })
    expect((await invite({ language: 'en-US' })).text).toMatch(/^Hi Wil de Wit: http/)
    await update(body.id, { content_en: null })
    expect((await invite({ language: 'en-US' })).text).toMatch(/^Hello Wil de Wit, welcome!/)
    expect((await invite({ language: 'nl' })).text).toMatch(/^Dag Wil de Wit/)
  })

  it('without a default has the text of Kontor', async () => {
    const { body } = await create({ default: true })
    await update(body.id, { default: false })
    expect(await holders('default')).toEqual([])
    expect((await invite()).text).toMatch(
      /^Hallo Wil de Wit, welkom! Je kunt nu met Kontor de betalingen van Kaas & Co/,
    )
  })

  it('shows what was typed as text: no script runs, no picture is fetched, no value is read as a placeholder', async () => {
    const evil = '<script>alert(1)</script> <img src="https://evil.example/p.png"> [name]'
    const content = `${evil}\n\n<a href="javascript:alert(2)">hier</a> [url]`
    await create({ content, default: true })
    const name = '[url] <b>Wil</b> [merchant]'
    const { html = '', text: said = '' } = await invite({ name, merchant: '"><img src=x>' })
    expect(html).not.toMatch(/<script|<img|<b>|href="(?!https?:)/)
    expect(said).toContain(evil.replace('[name]', name))
    expect(html.match(/<a /g)).toHaveLength(1)
  })

  it('has no header or recipient more, whatever its text and its names hold', async () => {
    const plain = await invite()
    const breaks = ['\r\n', '\n', '\r', '\r\n\r\n', '%0d%0a', '\u2028', '\\r\\n', '&#13;&#10;', '=0D=0A', '\n ']
    const heads = [
      'Bcc: evil@test.example',
      'Cc: evil@test.example',
      'To: evil@test.example',
      'Subject: x',
      'X-Evil: 1',
    ]
    const names = (mail: { headers: { key: string }[] }) => mail.headers.map(({ key }) => key).sort()
    for (const each of breaks) {
      const payload = heads.join(each)
      const content = `${payload}${each}[url]`
      const { status } = await create({ content, default: true })
      expect([content, status]).toEqual([content, 201])
      const mail = await invite({ merchant: `Kaas${each}${payload}` })
      expect(names(mail)).toEqual(names(plain))
      expect([mail.to?.length, mail.cc ?? [], mail.bcc ?? []]).toEqual([1, [], []])
    }
    expect(mailbox.count('evil@test.example')).toBe(0)
  })
})

describe('a welcome mail', () => {
  it.each([
    ['no name', { name: undefined }, { 'body.name': 'required' }],
    ['an empty name', { name: '' }, { 'body.name': 'required' }],
    ['a name of spaces', { name: '  ' }, { 'body.name': 'required' }],
    ['a name of two lines', { name: 'a\r\nBcc: b' }, { 'body.name': 'invalid_text' }],
    ['no content', { content: undefined }, { 'body.content': 'required' }],
    ['content without a link', { content: 'Dag [name]' }, { 'body.content': 'link_missing' }],
    ['English content without a link', { content_en: 'Hi' }, { 'body.content_en': 'link_missing' }],
    ['a placeholder that is misspelt', { content: '[url] [naam]' }, { 'body.content': 'unknown_placeholder' }],
    ['a control character', { content: '[url] \u0007' }, { 'body.content': 'invalid_text' }],
    ['too long a content', { content: `[url]${'x'.repeat(5000)}` }, { 'body.content': 'too_long' }],
    ['another field', { subject: 'Welcome' }, { 'body.subject': 'unknown' }],
  ])('with %s is refused', async (_what, wrong, details) => {
    const { status, body } = await create(wrong)
    expect([status, body.details]).toEqual([400, details])
  })

  it('keeps what an update does not name, and its history says who changed what', async () => {
    const { body } = await create({ content_en: 'Hi: [url]' })
    expect((await update(body.id, { name: 'Other' })).body).toMatchObject({ name: 'Other', content: text })
    expect(await read(body.id)).toMatchObject({ content_en: 'Hi: [url]', default: false, psp_default: false })
    const { changes } = (await kontor.get(staff, `${at}/${body.id}/history`)).body
    expect(changes).toMatchObject([
      { command: 'update-welcome-mail', fields: [{ field: 'name', after: 'Other' }] },
      { command: 'create-welcome-mail', operation: 'created' },
    ])
  })

  it('is updated by its row with its id, as the specification sends it, and by no row of another', async () => {
    const [{ body: one }, { body: other }] = [await create(), await create()]
    expect((await update(one.id, { id: one.id, name: `Again ${one.id}` })).body.name).toBe(`Again ${one.id}`)
    expect((await update(one.id, { id: other.id })).body.details).toEqual({ 'body.id': 'not_of_the_address' })
  })

  it('that becomes a default takes the flag from the one before, which keeps its other', async () => {
    const first = (await create({ default: true, psp_default: true })).body.id
    const second = (await create()).body.id
    expect((await update(second, { default: true })).body).toMatchObject({ default: true, psp_default: false })
    expect(await read(first)).toMatchObject({ default: false, psp_default: true })
    const { changes } = (await kontor.get(staff, `${at}/${first}/history`)).body
    expect(changes[0]).toMatchObject({ command: 'update-welcome-mail', fields: [{ field: 'default', after: false }] })
  })

  it('that is no default leaves the flags of the one that is', async () => {
    const flags = { default: false, psp_default: false }
    const { id } = (await create({ default: true, psp_default: true })).body
    const other = await create(flags)
    expect([other.status, (await update(other.body.id, flags)).status]).toEqual([201, 200])
    expect(await read(id)).toMatchObject({ default: true, psp_default: true })
  })

  it('is the only default of its kind, whoever flips flags at the same moment', async () => {
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push((await create()).body.id)
    const both = { default: true, psp_default: true }
    const replies = await Promise.all([
      ...ids.map((id) => update(id, both)),
      ...ids.map((id) => update(id, { default: true })),
      create(both),
      create(both),
    ])
    expect(replies.filter(({ status }) => status >= 300)).toEqual([])
    expect(await holders('default')).toHaveLength(1)
    expect(await holders('psp_default')).toHaveLength(1)
  })

  it('is deleted unless it invites somebody, also when it begins to at the same moment', async () => {
    const remove = (id: string) => kontor.call(staff, 'DELETE', `${at}/${id}`, {})
    const { id } = (await create({ default: true })).body
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'welcome_mail_in_use' } })
    await update(id, { default: false })
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
    for (let n = 0; n < 4; n++) {
      const mail = (await create()).body.id
      const [removed, flipped] = await Promise.all([remove(mail), update(mail, { psp_default: true })])
      expect([204, 409]).toContain(removed.status)
      expect(flipped.status).toBe(removed.status === 204 ? 404 : 200)
    }
  })

  it('is for the provider’s staff with roles of its area', async () => {
    const { id } = (await create()).body
    const lists = await kontor.make.cookie({ roles: ['PSP_WELCOME_LIST'] })
    const updates = await kontor.make.cookie({ roles: ['PSP_WELCOME_UPDATE'] })
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const status = async (who: string, body: object) => (await kontor.post(who, `${at}/${id}`, body)).status
    expect(await status(lists, { name: 'x' })).toBe(403)
    expect(await status(updates, { name: 'x' })).toBe(200)
    expect(await status(owner, { name: 'x' })).toBe(403)
    expect([(await kontor.get(lists, at)).status, (await kontor.get(owner, at)).status]).toEqual([200, 403])
  })
})

describe('a preview', () => {
  const session = async (cookie: string) => (await kontor.get(cookie, '/v1/auth/session')).body
  const person = async (roles: 'PSP_WELCOME_LIST'[] = ['PSP_WELCOME_LIST']) => {
    const cookie = await kontor.make.cookie({ roles })
    return { cookie, email: (await session(cookie)).user?.email ?? (await session(cookie)).email }
  }
  const preview = (who: string, id: string) => kontor.post(who, `${at}/${id}/preview`)

  it('comes to the one who asks, in their language, without a link to a password', async () => {
    const { id } = (await create({ content_en: 'Hi [name] of [merchant]: [url]' })).body
    const { cookie, email } = await person()
    expect((await preview(cookie, id)).status).toBe(204)
    const mail = await mailbox.to(email)
    expect(mail.subject).toBe('Preview: Welcome to Kontor')
    expect(mail.text).toMatch(/Hi User \d+ of Wit Cheese Shop: http\S+\/login\n/)
    expect(mail.text).not.toContain('token')
    expect(mail.to).toHaveLength(1)
  })

  it('is mailed five times a minute at most, also by a hundred at once', async () => {
    const { id } = (await create()).body
    const { cookie, email } = await person()
    const replies = await Promise.all(Array.from({ length: 100 }, () => preview(cookie, id)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(95)
    await until(
      async () => db().selectFrom('mail').select('id').where('done_at', 'is', null).execute(),
      (waiting) => waiting.length === 0,
    )
    expect(mailbox.count(email)).toBe(5)
    const other = await person()
    expect((await preview(other.cookie, id)).status).toBe(204)
  })

  it('of a mail that does not exist is refused, and a merchant’s user gets none', async () => {
    const { cookie } = await person()
    expect((await preview(cookie, '01900000-0000-7000-8000-000000000000')).status).toBe(404)
    const owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    expect((await preview(owner, (await create()).body.id)).status).toBe(403)
  })
})
