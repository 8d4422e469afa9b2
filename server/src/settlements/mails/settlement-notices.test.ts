import { randomUUID } from 'node:crypto'
import { bodySchema } from '@kontor/contract/webhooks/payload'
import { settlementPayload } from '@kontor/contract/webhooks/settlement.payload'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import { makeBodies } from '../../webhooks/make-bodies.ts'
import { runSettlements } from '../runs/run-settlements.ts'
import { settlementMailsJob } from './settlement-mails-job.ts'

describe('a settlement that closes', () => {
  let house: LedgerHouse
  let bloom: MadeMerchant
  beforeAll(async () => {
    house = await openLedgerHouse()
    bloom = await house.make.merchant({ currency_code: 'EUR' })
  })
  afterAll(() => house.stop())

  const run = () =>
    runSettlements({
      databases: house.databases,
      now: () => new Date('2054-12-14T09:00:00Z'),
      onProblem: console.error,
    })
  const mailJob = () =>
    settlementMailsJob({
      ...{ databases: house.databases, masterKey: house.database.masterKey, nudge: () => {} },
      clock: { now: () => new Date('2054-12-14T09:00:00Z') },
    })
  const webhooks = () =>
    house.rows<{ type: string; status: string; payload: object }>('select * from webhook order by seq')
  const mails = () => house.rows<{ template: string }>('select template from mail')

  it('is told by one webhook and one mail to each recipient, however often the run is repeated (money check 7)', async () => {
    await house.make.settlementProfile(bloom.merchant, {
      ...{
        isDefault: true,
        webhook_url: 'https://bloom.example/settled',
        recipients: ['a@bloom.example', 'b@bloom.example'],
      },
    })
    await house.clockTo('2054-12-07T09:00:00Z')
    await house.open()
    await house.make.transaction(bloom, { amount: 4_995, payment_product: 'ideal' })
    await house.clockTo('2054-12-14T09:00:00Z')
    await house.post()
    await closeDays(house.databases.provider)
    expect(await run()).toMatchObject({ settlements: 1 })
    expect(await run()).toMatchObject({ settlements: 0 })
    const job = mailJob()
    await Promise.all([job.run(new Date()), job.run(new Date())])
    await job.run(new Date())
    expect(await webhooks()).toMatchObject([{ type: 'settlement', status: 'CLOSED' }])
    expect(await mails()).toEqual([{ template: 'settlement_closed' }, { template: 'settlement_closed' }])
  })

  it('says its number, its days and its sums, and nothing that the provider keeps for itself', async () => {
    await makeBodies(house.databases.provider)
    const [{ payload } = { payload: {} }] = await webhooks()
    expect(bodySchema(settlementPayload).parse(payload)).toEqual(payload)
    expect(payload).toMatchObject({
      type: 'settlement.closed',
      data: {
        ...{ status: 'CLOSED', currency_code: 'EUR', covers_from: '2054-12-07', covers_through: '2054-12-13' },
        ...{ opening: 0, total: 4_995, paid: 4_995, carried: 0, pay_on: '2054-12-14' },
      },
    })
  })

  it('is told again when its payout is paid and when it comes back, and not of an approval', async () => {
    for (const status of ['APPROVED', 'PAID', 'RETURNED'])
      await house.rows('update settlement set status = $1', [status])
    await makeBodies(house.databases.provider)
    const told = (await webhooks()).slice(1).map(({ payload }) => payload)
    expect(told).toMatchObject([{ type: 'settlement.paid' }, { type: 'settlement.returned' }])
    expect((await mails()).length).toBe(2)
  })

  it('is told to nobody without a profile', async () => {
    const other = await house.make.merchant({ currency_code: 'EUR' })
    await house.make.settlement(other.merchant)
    await mailJob().run(new Date())
    expect([(await webhooks()).length, (await mails()).length]).toEqual([3, 2])
  })
})

describe('the notices of a settlement', () => {
  let kontor: TestApp
  let mailbox: Mailbox
  let receiver: Receiver
  let shop: MadeMerchant
  let staff: string
  beforeAll(async () => {
    mailbox = await openMailbox()
    receiver = await openReceiver()
    kontor = await startTestApp({
      mail: { smtpUrl: mailbox.url, poll_ms: 50 },
      webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [30], timeout_ms: 1_000 },
    })
    shop = await kontor.make.merchant()
    staff = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
  })
  afterAll(async () => {
    receiver.close()
    await kontor.stop()
    await mailbox.down()
  })

  const settled = async (given: { recipients?: string[]; webhook_url?: string; language?: 'nl' | 'en-US' }) => {
    const profile = await kontor.make.settlementProfile(shop.merchant, given)
    return kontor.make.settlement(shop.merchant, { profile })
  }
  const again = (id: string) => kontor.post(staff, `/v1/psp/settlement/${id}/mail`, {})

  it('arrive signed, stand in the list of webhooks, and are the merchant’s own', async () => {
    const id = await settled({ webhook_url: receiver.url('/settled') })
    const heard = await until(
      async () => receiver.heard.find(({ path }) => path === '/settled'),
      (found) => found !== undefined,
    )
    expect(JSON.parse(heard?.body ?? '{}')).toMatchObject({ type: 'settlement.closed', data: { id } })
    expect(heard?.headers['webhook-signature']).toMatch(/^v1,/)
    const own = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
    const list = `/v1/webhook?type=settlement&item_id=${id}`
    expect((await kontor.get(own, list)).body).toMatchObject([{ status: 'CLOSED', item_id: id }])
    const others = await kontor.make.cookie({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] })
    expect((await kontor.get(others, list)).body).toEqual([])
  })

  it('are mailed once more in the language of the profile, and not a second time within ten minutes', async () => {
    const address = `books-${randomUUID()}@test.example`
    const id = await settled({ recipients: [address], language: 'en-US' })
    expect((await again(id)).status).toBe(200)
    const mail = await mailbox.to(address)
    expect(mail.subject).toMatch(/^Settlement TESTAA-\d{6}: €100\.00$/)
    expect(mail.text).toContain(`/report/settlement/${id}`)
    expect((await again(id)).body).toMatchObject({ code: 'too_many_attempts' })
    expect(mailbox.count(address)).toBe(1)
  })

  it('are sent by hand by those alone who may read settlements', async () => {
    const item_id = await settled({})
    const send = async (...roles: ['WEBHOOK_CREATE', ...'SETTLEMENT_LIST'[]]) => {
      const who = await kontor.make.cookie({ merchant: shop.merchant, roles })
      const body = { url: receiver.url('/by-hand'), type: 'settlement', item_id, status: 'CLOSED' }
      return (await kontor.post(who, '/v1/webhook', body)).status
    }
    expect([await send('WEBHOOK_CREATE'), await send('WEBHOOK_CREATE', 'SETTLEMENT_LIST')]).toEqual([400, 201])
  })

  it('end at an address that is gone, of which the recipients hear', async () => {
    receiver.answers(({ path }) => (path === '/gone' ? 410 : 200))
    const address = `books-${randomUUID()}@test.example`
    await settled({ recipients: [address], webhook_url: receiver.url('/gone') })
    expect((await mailbox.to(address)).text).toContain('/gone')
  })

  it('are mailed to nobody of a settlement without recipients, which is said', async () => {
    expect((await again(await settled({}))).body.code).toBe('settlement_without_recipients')
    expect((await again(await kontor.make.settlement(shop.merchant))).body.code).toBe('settlement_without_recipients')
  })

  it('go to at most ten addresses, each once, to none that is no e-mail address, and by no webhook to no web address', async () => {
    const id = await kontor.make.settlementProfile(shop.merchant)
    const who = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
    const save = (body: object) => kontor.post(who, `/v1/psp/settlementprofile/${id}`, body)
    expect((await save({ recipients: ['A@b.example', 'a@b.example'] })).body.recipients).toEqual(['a@b.example'])
    const eleven = Array.from({ length: 11 }, (_, index) => `a${index}@b.example`)
    expect((await save({ recipients: eleven })).body.details).toEqual({ 'body.recipients': 'too_many' })
    expect((await save({ recipients: ['nobody'] })).body.details).toEqual({ 'body.recipients.0': 'invalid_email' })
    expect((await save({ webhook_url: 'ftp://b.example' })).body.details).toEqual({ 'body.webhook_url': 'invalid_url' })
  })
})
