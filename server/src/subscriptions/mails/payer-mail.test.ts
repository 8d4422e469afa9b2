import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { makePayerMail } from './payer-mail.ts'

let kontor: TestApp
let mailbox: Mailbox
let shop: MadeMerchant
let key: string

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, poll_ms: 50 } })
  shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  key = await kontor.make.apiKey(shop.merchant)
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const read = async (id: string) => (await kontor.get(key, `/v1/subscription/${id}`)).body
/** A subscription whose card fails today. */
async function failing(token: string, email_address: string, agreed_language?: string) {
  const customer = await kontor.make.customer(shop.merchant, { email_address })
  const card = await kontor.make.card(shop, customer, { token })
  const plan = await kontor.make.plan(shop, { name: 'Flowers', amount: 1_250 })
  const id = await kontor.make.subscription(shop, { plan, customer, card, status: 'ACTIVE', starts_on: '2999-01-01' })
  const day = new Date().toISOString().slice(0, 10)
  await kontor.databases.provider
    .updateTable('subscription')
    .set({
      ...{ starts_on: day, due_date: day, act_on: day },
      ...(agreed_language ? { agreed_language, agreed_terms: '2026-11', agreed_at: `${day}T00:00:00Z` } : {}),
    })
    .where('id', '=', id)
    .execute()
  return until(
    () => read(id),
    ({ status }) => status === 'PAST_DUE',
  )
}

describe('the mail to the payer of a failed payment', () => {
  it('says what failed and why, that it is not asked again, and leads to the page where they pay', async () => {
    const { subscription_url } = await failing('test_declined_expired_card', 'payer@test.example')
    const mail = await mailbox.to('payer@test.example')
    expect(mail.subject).toMatch(/^Je betaling van €\s12,50 aan Shop \d+ is niet gelukt$/)
    expect(mail.text).toContain('de kaart is verlopen')
    expect(mail.text).toContain('We proberen het niet opnieuw')
    expect(mail.text).toContain(subscription_url)
    expect(mailbox.count('payer@test.example')).toBe(1)
  })

  it('is in the language in which they subscribed, and says when it is tried again', async () => {
    await failing('test_declined_insufficient_funds', 'english@test.example', 'en-US')
    const mail = await mailbox.to('english@test.example')
    expect(mail.subject).toMatch(/^Your payment of €12.50 to Shop \d+ failed$/)
    expect(mail.text).toMatch(/not enough money .* try again on .* same card/s)
  })

  it('is in the name and the language that the provider set for the merchant, where they agreed to none', async () => {
    const staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
    const send = (sender: object) =>
      kontor.post(staff, `/v1/psp/merchant/${shop.merchant}/mail-sender`, { ...sender, reason: 'Asked for it' })
    await send({ mail_name: 'Bloom', mail_reply_to: 'help@bloom.example', mail_language: 'en-US' })
    await failing('test_declined_expired_card', 'named@test.example')
    const { from, replyTo, subject } = await mailbox.to('named@test.example')
    await send({ mail_name: null, mail_reply_to: null, mail_language: null })
    expect([from?.name, replyTo?.map(({ address }) => address)]).toEqual(['Bloom', ['help@bloom.example']])
    expect(subject).toMatch(/^Your payment of/)
  })

  it('is not written when they have paid meanwhile, or have no address', async () => {
    const make = makePayerMail({ ...kontor, publicUrl: 'https://kontor.example', masterKey: kontor.database.masterKey })
    const { id, customer } = await failing('test_declined_stolen_card', 'later@test.example')
    const values = { merchant: shop.merchant, subscription: id, cycle: '1', reason: 'stolen_card' }
    expect((await make('', values, new Date()))?.content.blocks.join()).toContain('de bank heeft de betaling geweigerd')
    const db = kontor.databases.provider
    await db.updateTable('customer').set({ email_address: null }).where('id', '=', customer).execute()
    expect(await make('', values, new Date())).toBeUndefined()
    await db.updateTable('customer').set({ email_address: 'later@test.example' }).where('id', '=', customer).execute()
    await kontor.post(key, `/v1/subscription/${id}/cancel`)
    expect(await make('', values, new Date())).toBeUndefined()
  })
})
