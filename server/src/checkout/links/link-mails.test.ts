import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let mailbox: Mailbox
let shop: MadeMerchant
let owner: string
const lines: string[] = []

beforeAll(async () => {
  mailbox = await openMailbox()
  const stream = { write: (line: string) => void lines.push(line) }
  kontor = await startTestApp({
    mail: { smtpUrl: mailbox.url, poll_ms: 50 },
    logger: { level: 'info', stream },
    checkoutLimits: { link: { tries: 3, window_ms: 60_000 } },
  })
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const make = async (given: object = {}, kind = 'paymentlink') => {
  const body = { payment_profile: shop.profile, merchant_reference: 'Invoice 7', ...given }
  return kontor.post(owner, `/v1/${kind}`, body)
}

describe('the mail of a link', () => {
  it('asks in the link’s language, in text and HTML, and leads to its page', async () => {
    const mail = { amount: 2_500, send_mail: true, description: 'Two <b>chairs</b>' }
    const { body: nl } = await make({ ...mail, language: 'nl', email_address: 'klant@test.example' })
    const { body: en } = await make({ ...mail, language: 'en-US', email_address: 'payer@test.example' })
    const dutch = await mailbox.to('klant@test.example')
    expect(dutch.subject).toMatch(/^Betaalverzoek van Shop \d+: €\s25,00$/)
    for (const text of [dutch.text, dutch.html]) expect(text).toContain(nl.url)
    expect(dutch.html).toContain('Two &#60;b&#62;chairs')
    expect(dutch.html).toContain('lang="nl"')
    const english = await mailbox.to('payer@test.example')
    expect(english.text).toContain('asks you to pay €25.00 for Invoice 7')
    expect(english.text).toContain(en.url)
    const { body: activity } = await kontor.get(owner, `/v1/paymentlink/${nl.id}/activity`)
    expect(activity.at(-1)).toMatchObject({ kind: 'mailed', detail: 'klant@test.example', actor_kind: 'user' })
  })

  it.each([
    ['JPY', 5_800, '¥5,800', '5800'],
    ['BHD', 1_234, 'BHD\u00a01.234', '1.234'],
  ])(
    'names the amount that page, payment, list, file, totals and statistics have: %s',
    async (code, amount, text, cell) => {
      const payment_profile = await kontor.make.profile(shop.merchant, {
        currency_code: code,
        processors: [shop.processor],
      })
      const address = `${code.toLowerCase()}@test.example`
      const { body: link } = await make({
        ...{ payment_profile, amount, merchant_reference: `In ${code}` },
        ...{ send_mail: true, language: 'en-US', email_address: address },
      })
      expect((await mailbox.to(address)).text).toContain(`asks you to pay ${text} for In ${code}`)
      const page = `/v1/pay/${link.url.split('/pay/')[1]}`
      expect((await kontor.get('', page)).body).toMatchObject({ amount, currency_code: code })
      const order = { attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa' }
      expect((await kontor.post('', `${page}/payments`, order)).body.payment).toMatchObject({ amount })
      const read = async (path: string) => (await kontor.get(owner, path)).body
      const [paid] = await read(`/v1/transaction?currency_code=${code}`)
      expect(paid).toMatchObject({ amount, currency_code: code, merchant_reference: `In ${code}` })
      const file = await read(`/v1/transaction/export?currency_code=${code}&_columns=amount,currency_code`)
      expect(file.trim().split('\r\n')[1]).toBe(`${cell},${code}`)
      expect(await read(`/v1/transaction/totals?currency_code=${code}`)).toMatchObject([
        { currency_code: code, count: 1, sums: { amount } },
      ])
      const { points } = await read(`/v1/transaction/aggregate?currency_code=${code}`)
      expect(points.reduce((sum: number, point: { volume: number }) => sum + point.volume, 0)).toBe(amount)
    },
  )

  it('names the day of expiry that the merchant has', async () => {
    const zone = (time_zone: string) =>
      kontor.databases.provider.updateTable('merchant').set({ time_zone }).where('id', '=', shop.merchant).execute()
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const mailedFrom = async (time_zone: string) => {
      await zone(time_zone)
      const email_address = `until-${randomUUID()}@test.example`
      const expires_at = `${day}T15:00:00Z`
      await make({ amount: 2_500, expires_at, send_mail: true, language: 'en-US', email_address })
      return (await mailbox.to(email_address)).text
    }
    const written = (days: number) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
        Date.parse(day) + days * 86_400_000,
      )
    expect(await mailedFrom('Pacific/Auckland')).toContain(written(1))
    expect(await mailedFrom('America/New_York')).toContain(written(0))
    await zone('Europe/Amsterdam')
  })

  it('goes to the customer, and for a card-add link says that nothing is charged', async () => {
    const customer = await kontor.make.customer(shop.merchant, { email_address: 'zoe@test.example' })
    const { body } = await make({ customer, send_mail: true, language: 'en-US' }, 'cardaddlink')
    const mail = await mailbox.to('zoe@test.example')
    expect(mail.text).toContain('Nothing is charged now.')
    expect(mail.text).toContain(body.url)
  })

  it.each(['paymentlink', 'cardaddlink'])(
    'to a customer tells whoever may not read customers no address: %s',
    async (kind) => {
      const address = `ines-${kind}@test.example`
      const customer = await kontor.make.customer(shop.merchant, { email_address: address })
      const clerk = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PAYMENT_LINK_ALL', 'CARD_ADD_ALL'] })
      const body = { payment_profile: shop.profile, merchant_reference: address.slice(0, 9), customer, send_mail: true }
      const made = await kontor.post(clerk, `/v1/${kind}`, kind === 'paymentlink' ? { ...body, amount: 100 } : body)
      expect([made.status, made.body.email_address]).toEqual([201, null])
      await mailbox.to(address)
      for (const path of [`/${made.body.id}`, '', `/${made.body.id}/activity`]) {
        expect(JSON.stringify((await kontor.get(owner, `/v1/${kind}${path}`)).body)).toContain(address)
        expect(JSON.stringify((await kontor.get(clerk, `/v1/${kind}${path}`)).body)).not.toContain(address)
      }
      const given = { email_address: 'typed@test.example', send_mail: true, customer: undefined }
      if (kind === 'paymentlink')
        expect((await kontor.post(clerk, `/v1/${kind}`, { ...body, amount: 100, ...given })).body.email_address).toBe(
          'typed@test.example',
        )
    },
  )

  it('is not sent twice within a minute, nor more than five times, nor of a link that is over', async () => {
    const { body: link } = await make({ amount: 100 })
    const again = (email_address?: string) => kontor.post(owner, `/v1/paymentlink/${link.id}/mail`, { email_address })
    expect((await again()).body.details).toEqual({ 'body.email_address': 'required' })
    expect((await again('one@test.example')).status).toBe(200)
    const soon = await again('one@test.example')
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    const db = kontor.databases.provider
    await db
      .updateTable('payment_link')
      .set({ mails_sent: 5, last_mailed_at: null })
      .where('id', '=', link.id)
      .execute()
    // Waiting does not help, so it is no 429.
    const usedUp = await again('one@test.example')
    expect([usedUp.status, usedUp.body.code, usedUp.body.details]).toEqual([409, 'link_mails_used_up', { most: 5 }])
    await kontor.post(owner, `/v1/paymentlink/${link.id}/expire`)
    expect((await again('one@test.example')).body.code).toBe('link_not_active')
  })

  it('is not asked for without an address, nor sent back to by other than https', async () => {
    expect((await make({ amount: 100, send_mail: true })).body.details).toEqual({ 'body.email_address': 'required' })
    for (const redirect_url of ['http://shop.example', 'javascript:alert(1)', 'https:///x', 'https://localhost'])
      expect((await make({ amount: 100, redirect_url })).body.details).toEqual({ 'body.redirect_url': 'must_be_https' })
  })
})

describe('whoever tries too often', () => {
  it('has to wait, and no log tells where the page is', async () => {
    const { body: link } = await make({ amount: 100, reusable: true })
    const token = link.url.split('/pay/')[1]
    const pay = () =>
      kontor.post('', `/v1/pay/${token}/payments`, {
        attempt: crypto.randomUUID(),
        payment_product: 'card',
        card_token: 'test_declined_do_not_honor',
      })
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await pay()).status).toBe(200)
    const refused = await pay()
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts'])
    await kontor.get('', `/pay/${token}`)
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((line) => line.includes(token))).toEqual([])
  })

  it('reaches nothing without a role', async () => {
    const { body: link } = await make({ amount: 100 })
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PAYMENT_LINK_LIST'] })
    expect((await kontor.get(reader, `/v1/paymentlink/${link.id}/address`)).status).toBe(200)
    expect((await kontor.post(reader, `/v1/paymentlink/${link.id}/expire`)).status).toBe(403)
    const body = { payment_profile: shop.profile, merchant_reference: 'x', amount: 1 }
    expect((await kontor.post(reader, '/v1/paymentlink', body)).status).toBe(403)
    const nobody = await kontor.make.cookie({ merchant: shop.merchant, roles: ['TRANSACTION_LIST'] })
    expect((await kontor.get(nobody, `/v1/paymentlink/${link.id}/address`)).status).toBe(403)
    expect((await kontor.get(nobody, `/v1/paymentlink/${link.id}/activity`)).status).toBe(403)
  })
})
