import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { linkIn, type Mailbox, openMailbox } from '../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../test/make.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { chargebackRemindersJob } from './chargeback-reminders.ts'

let mailbox: Mailbox
let kontor: TestApp
let shop: MadeMerchant
let job: EngineJob

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({ mail: { smtpUrl: mailbox.url, poll_ms: 50 } })
  shop = await kontor.make.merchant()
  const { databases, database } = kontor
  const wall = { now: () => new Date() }
  job = chargebackRemindersJob({ databases, masterKey: database.masterKey, wall, nudgeMail: () => {} })
})
afterAll(async () => {
  await kontor.stop()
  await mailbox.down()
})

const lastDay = '2027-05-20'
/** Noon in Amsterdam, so many days before the last day. */
const before = (days: number) => new Date(Date.parse(`${lastDay}T10:00:00Z`) - days * 86_400_000)
const open = async (given: { organisation?: string } = {}) => {
  const of = await kontor.make.transaction(shop, { amount: 5_000, merchant_reference: 'Order {left}', ...given })
  return kontor.make.chargeback(shop, of, { respond_by: lastDay, ...given })
}
const waiting = async () =>
  (await kontor.databases.provider.selectFrom('mail').select('id').where('done_at', 'is', null).execute()).length
const untilSent = () => until(waiting, (count) => count === 0)
const user = (roles: ['CHARGEBACK_UPDATE' | 'CHARGEBACK_LIST' | 'USER_ALL'], organisation = shop.merchant) =>
  kontor.make.user({ merchant: shop.merchant, organisation, roles })

describe('reminders of the last day', () => {
  it('go a week, three days and a day before, each once, whoever runs them how often', async () => {
    const { email } = await user(['CHARGEBACK_UPDATE'])
    const { id } = await open()
    for (const [days, mails] of [
      [8, 0],
      [7, 1],
      [6, 1],
      [3, 2],
      [2, 2],
      [1, 3],
      [0, 3],
      [-1, 3],
    ] as const) {
      await Promise.all([job.run(before(days)), job.run(before(days))])
      await job.run(before(days))
      await untilSent()
      expect([days, mailbox.count(email)]).toEqual([days, mails])
    }
    const mail = await mailbox.to(email, /1 day left/)
    expect(mail.text).toContain(
      'payment Order {left} had €50.00 charged back. You can respond through May 20, 2027: 1 day left',
    )
    expect(linkIn(mail).pathname).toBe(`/chargebacks/${id}`)
  })

  it('go to the merchant’s people who may answer it, at its organisation or above', async () => {
    const sub = await kontor.make.organisation(shop.merchant)
    const beside = await kontor.make.organisation(shop.merchant)
    const owner = await user(['USER_ALL'])
    const own = await user(['CHARGEBACK_UPDATE'], sub)
    const others = [
      await user(['CHARGEBACK_LIST']),
      await user(['CHARGEBACK_UPDATE'], beside),
      await kontor.make.user({ roles: ['PSP_ALL'] }),
      await kontor.make.user({ merchant: (await kontor.make.merchant()).merchant, roles: ['USER_ALL'] }),
    ]
    await open({ organisation: sub })
    await job.run(before(5))
    await untilSent()
    expect([owner, own, ...others].map(({ email }) => mailbox.count(email))).toEqual([1, 1, 0, 0, 0, 0])
  })

  it('say only what is most urgent when they were missed, and nothing of what was answered', async () => {
    const fresh = await kontor.make.merchant()
    const { email } = await kontor.make.user({ merchant: fresh.merchant, roles: ['USER_ALL'] })
    const of = await kontor.make.transaction(fresh)
    await kontor.make.chargeback(fresh, of, { respond_by: lastDay })
    await kontor.make.chargeback(fresh, of, { respond_by: lastDay, status: 'WON' })
    await kontor.make.chargeback(fresh, of, { respond_by: null })
    await job.run(before(1))
    await job.run(before(1))
    await untilSent()
    expect(mailbox.count(email)).toBe(1)
  })

  it('are not sent to the people of a merchant that is deactivated, until it is active again', async () => {
    const fresh = await kontor.make.merchant()
    const { email } = await kontor.make.user({ merchant: fresh.merchant, roles: ['USER_ALL'] })
    await kontor.make.chargeback(fresh, await kontor.make.transaction(fresh), { respond_by: lastDay })
    const switched = (active: boolean) =>
      kontor.databases.provider.updateTable('merchant').set({ active }).where('id', '=', fresh.merchant).execute()
    await switched(false)
    await job.run(before(3))
    await untilSent()
    expect(mailbox.count(email)).toBe(0)
    await switched(true)
    await job.run(before(3))
    await untilSent()
    expect(mailbox.count(email)).toBe(1)
  })

  it('are not sent for what is answered between being due and leaving', async () => {
    const fresh = await kontor.make.merchant()
    const { email } = await kontor.make.user({ merchant: fresh.merchant, roles: ['USER_ALL'] })
    await mailbox.down()
    const { id } = await kontor.make.chargeback(fresh, await kontor.make.transaction(fresh), { respond_by: lastDay })
    await job.run(before(3))
    await kontor.databases.provider.updateTable('chargeback').set({ status: 'LOST' }).where('id', '=', id).execute()
    await mailbox.up()
    await untilSent()
    expect(mailbox.count(email)).toBe(0)
  })
})
