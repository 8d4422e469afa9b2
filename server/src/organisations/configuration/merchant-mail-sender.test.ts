import { randomUUID } from 'node:crypto'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'

let kontor: TestApp
let mailbox: Mailbox
let staff: string

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({
    mail: { smtpUrl: mailbox.url, from: 'Our Provider <pay@provider.example>', poll_ms: 50 },
  })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const nobody = { mail_name: null, mail_reply_to: null, mail_language: null }
const set = ({ merchant }: MadeMerchant, sender: object) =>
  kontor.post(staff, `/v1/psp/merchant/${merchant}/mail-sender`, { ...nobody, ...sender, reason: 'Asked for it' })
async function mailTo(shop: MadeMerchant, address: string, given: object = {}) {
  const { status } = await kontor.post(staff, '/v1/paymentlink', {
    ...{ payment_profile: shop.profile, merchant_reference: 'Invoice 7', amount: 2_500 },
    ...{ send_mail: true, email_address: address, ...given },
  })
  expect(status).toBe(201)
  return mailbox.to(address)
}

it('A mail to a payer has the name that the provider set for the merchant, and the address of the installation', async () => {
  const shop = await kontor.make.merchant()
  const own = await mailTo(shop, 'first@payer.example')
  expect([own.from, own.replyTo]).toEqual([{ name: 'Our Provider', address: 'pay@provider.example' }, undefined])
  const name = 'Bloom & Zoon, "de Bloemist" Müller'
  expect((await set(shop, { mail_name: `  ${name} `, mail_reply_to: 'help@bloom.example' })).body).toMatchObject({
    ...{ mail_name: name, mail_reply_to: 'help@bloom.example' },
  })
  const { from, replyTo, to } = await mailTo(shop, 'second@payer.example')
  expect(from).toEqual({ name, address: 'pay@provider.example' })
  expect(replyTo?.map(({ address }) => address)).toEqual(['help@bloom.example'])
  expect(to?.map(({ address }) => address)).toEqual(['second@payer.example'])
  // Mails to others than payers, and to the payers of other merchants, are the installation's.
  expect((await mailTo(await kontor.make.merchant(), 'third@payer.example')).from?.name).toBe('Our Provider')
})

it('A mail that waits already leaves in the name of the moment at which it leaves', async () => {
  const shop = await kontor.make.merchant()
  await mailbox.down()
  const { status } = await kontor.post(staff, '/v1/paymentlink', {
    ...{ payment_profile: shop.profile, merchant_reference: 'Invoice 8', amount: 100 },
    ...{ send_mail: true, email_address: 'waits@payer.example' },
  })
  await set(shop, { mail_name: 'Later' })
  await mailbox.up()
  expect([status, (await mailbox.to('waits@payer.example')).from?.name]).toEqual([201, 'Later'])
})

it('The language of the mails of a merchant is the one of a link for which nobody chose one', async () => {
  const shop = await kontor.make.merchant()
  expect((await mailTo(shop, 'nl@payer.example')).subject).toMatch(/^Betaalverzoek/)
  await set(shop, { mail_language: 'en-US' })
  expect((await mailTo(shop, 'en@payer.example')).subject).toMatch(/^Payment request/)
  expect((await mailTo(shop, 'chosen@payer.example', { language: 'nl' })).subject).toMatch(/^Betaalverzoek/)
})

it('The language of the mails of a merchant is the one in which a subscriber sees its payment page, and agrees', async () => {
  const shop = await kontor.make.merchant()
  await kontor.connect(shop.merchant)
  const customer = await kontor.make.customer(shop.merchant)
  const plan = await kontor.make.plan(shop)
  const { body } = await kontor.post(staff, '/v1/subscription', { customer, plan })
  const path = `/v1/pay/${body.subscription_url.split('/pay/')[1]}`
  expect((await kontor.get('', path)).body.language).toBe('nl')
  await set(shop, { mail_language: 'en-US' })
  expect((await kontor.get('', path)).body.language).toBe('en-US')
  await kontor.post('', `${path}/payments`, {
    ...{ attempt: randomUUID(), payment_product: 'card', card_token: 'test_visa', agreed_terms: agreedTerms },
  })
  expect((await kontor.get(staff, `/v1/subscription/${body.id}`)).body.agreed_language).toBe('en-US')
})

it.each([
  [{ mail_name: 'Bloom\r\nBcc: all@victims.example' }, 'body.mail_name', 'invalid_text'],
  [{ mail_name: 'Bloom\u0000' }, 'body.mail_name', 'invalid_text'],
  [{ mail_name: 'bank@elsewhere.example' }, 'body.mail_name', 'invalid_sender_name'],
  [{ mail_name: 'Bloom <bank' }, 'body.mail_name', 'invalid_sender_name'],
  [{ mail_name: 'x'.repeat(101) }, 'body.mail_name', 'too_long'],
  [{ mail_reply_to: 'help@bloom.example\r\nBcc: all@victims.example' }, 'body.mail_reply_to', 'invalid_email'],
  [{ mail_reply_to: 'help@bloom.example, all@victims.example' }, 'body.mail_reply_to', 'invalid_email'],
  [{ mail_reply_to: 'Help <help@bloom.example>' }, 'body.mail_reply_to', 'invalid_email'],
  [{ mail_language: 'fr' }, 'body.mail_language', 'invalid_value'],
])('A sender that would write another header, or pose as somebody, is refused: %j', async (sender, field, reason) => {
  const shop = await kontor.make.merchant()
  const { status, body } = await set(shop, sender)
  expect([status, body.details]).toEqual([400, { [field]: reason }])
})

it('A name without a letter is none', async () => {
  const shop = await kontor.make.merchant()
  expect((await set(shop, { mail_name: '   ' })).body.mail_name).toBeNull()
})
