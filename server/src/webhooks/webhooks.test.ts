import type { Role } from '@kontor/contract/roles'
import { sql as raw } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, until } from '../../test/harness.ts'
import { type Mailbox, openMailbox } from '../../test/mails/mailbox.ts'
import type { MadeMerchant } from '../../test/make.ts'
import { type Heard, openReceiver, type Receiver } from '../../test/receiver.ts'
import { tidy } from '../../test/tidy.ts'
import { housekeepingJobs } from '../housekeeping/housekeeping.ts'
import { readDatabaseGauges } from '../metrics/database-gauges.ts'
import { webhookSecret } from '../platform/webhooks/secrets.ts'

let kontor: TestApp
let shop: MadeMerchant
let owner: string
let staff: string
let receiver: Receiver
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await openMailbox()
  kontor = await startTestApp({
    mail: { smtpUrl: mailbox.url, poll_ms: 50 },
    webhooks: { allowPrivate: true, poll_ms: 30, waits_ms: [40], timeout_ms: 500 },
  })
  receiver = await openReceiver()
  staff = await kontor.make.cookie({ roles: ['PSP_ALL'] })
})
afterAll(async () => {
  receiver.close()
  await kontor.stop()
  await mailbox.down()
})
// Each merchant has its own addresses, with their own record of failures.
beforeEach(async () => {
  receiver.answers(() => 200)
  shop = await kontor.make.merchant()
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  await kontor.connect(shop.merchant)
})

/** Webhooks of this merchant; those of others may still be under way. */
const heard = () => receiver.heard.filter(({ path }) => path === `/${shop.merchant}`)
const url = () => receiver.url(`/${shop.merchant}`)
const listen = (fields: Record<string, unknown>) => kontor.post(owner, `/v1/paymentprofile/${shop.profile}`, fields)
const everything = () =>
  listen({ webhook_transaction_update: url(), webhook_refund_update: url(), webhook_chargeback_update: url() })
const pay = async (amount = 5_000) =>
  (
    await kontor.post(owner, '/v1/transaction', {
      ...{ payment_profile: shop.profile, amount, payment_product: 'card' },
      ...{ merchant_reference: 'Order 1', card_token: 'test_visa' },
    })
  ).body.id as string
const rows = (query = '') =>
  kontor.get(owner, `/v1/webhook?_sort=created_at&_limit=1000&${query}`).then(({ body }) => body)
const heardOf = (id: string) =>
  heard()
    .map(({ body }) => JSON.parse(body))
    .filter(({ data }) => data.id === id)
const settled = (query = '') =>
  until(
    () => rows(query),
    (seen) => seen.length > 0 && seen.every((row: { delivery: string }) => row.delivery !== 'WAITING'),
  )
const statuses = (id: string) => heardOf(id).map(({ data }) => data.status)
const verifier = () => new Webhook(webhookSecret(kontor.database.masterKey, shop.merchant, 0))
const sql = (text: string, values: unknown[] = []) => kontor.databases.pools.provider.query(text, values)

describe('a payment, a refund and a chargeback of a shop that has addresses', () => {
  it('are told, signed and in order, from the first answer of the processor on', async () => {
    await everything()
    const id = await pay()
    const paid = ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED']
    await until(
      async () => statuses(id),
      (seen) => seen.length === paid.length,
    )
    const { body } = await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 1_000, reason: 'Ada called' })
    await until(
      async () => statuses(body.id),
      (seen) => seen.length === 2,
    )
    expect([statuses(id), statuses(body.id)]).toEqual([paid, ['PENDING', 'PROCESSED']])
    for (const { headers, body: said } of heard()) expect(() => verifier().verify(said, headers)).not.toThrow()
    expect(heardOf(body.id)[1]).toMatchObject({
      type: 'refund.updated',
      data: {
        transaction: id,
        amount: 1_000,
        currency_code: 'EUR',
        merchant_reference: 'Order 1',
        status: 'PROCESSED',
      },
    })
    expect(await settled(`item_id=${id}`)).toMatchObject(
      paid.map((status) => ({ status, type: 'transaction', delivery: 'DELIVERED', attempts: 1, response_code: 200 })),
    )
  })

  it('are told of without a word about the person who pays, or what people wrote', async () => {
    await everything()
    const customer = await kontor.make.customer(shop.merchant, { first_name: 'Ada', last_name: 'Lovelace' })
    const { id } = await kontor.make.transaction(shop, { customer })
    await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 1_000, reason: 'Ada called' })
    await settled()
    expect(
      heard()
        .map(({ body }) => body)
        .join(),
    ).not.toMatch(/Ada|Lovelace|@/)
  })

  it('are told where each kind has its address, and not where it has none', async () => {
    await listen({ webhook_refund_update: url() })
    const id = await pay()
    await until(
      async () => (await kontor.get(owner, `/v1/transaction/${id}`)).body.status,
      (status) => status === 'SETTLEMENT_COMPLETED',
    )
    await kontor.post(owner, `/v1/transaction/${id}/refund`, { amount: 1_000 })
    expect((await settled()).map(({ type }: { type: string }) => type)).toEqual(['refund', 'refund'])
  })

  it('are told of a chargeback when it is opened', async () => {
    await everything()
    const of = await kontor.make.transaction(shop)
    const { id } = await kontor.make.chargeback(shop, of, { amount: 700 })
    await until(
      async () => statuses(id),
      (seen) => seen.length === 1,
    )
    expect(heardOf(id)[0]).toMatchObject({
      type: 'chargeback.updated',
      data: { status: 'OPEN', amount: 700, transaction: of.id },
    })
  })

  it('are not told of what an import brings: that happened long ago', async () => {
    await everything()
    const of = await kontor.make.transaction(shop)
    await kontor.databases.provider.transaction().execute(async (trx) => {
      await raw`select set_config('kontor.actor', '{"kind":"import","name":"old.csv"}', true)`.execute(trx)
      await raw`insert into refund (merchant_id, created_at, id, organisation_id, transaction_created_at, transaction_id,
        processor_id, amount, status) values (${shop.merchant}, now(), gen_random_uuid(), ${shop.merchant}, ${of.created_at},
        ${of.id}, ${shop.processor}, 100, 'PROCESSED')`.execute(trx)
    })
    expect(await rows()).toEqual([])
  })
})

describe('a signature', () => {
  it('covers id, time and body: one bit of either is noticed, and so is an old one', async () => {
    await everything()
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    await settled()
    const [{ headers, body }] = heard() as [Heard]
    const isRefused = (changed: Record<string, string>, text = body) =>
      expect(() => verifier().verify(text, { ...headers, ...changed })).toThrow()
    const flipped = (text: string) =>
      text.slice(0, -3) + String.fromCharCode(text.charCodeAt(text.length - 3) ^ 1) + text.slice(-2)
    isRefused({}, flipped(body))
    isRefused({ 'webhook-id': flipped(headers['webhook-id'] ?? '') })
    isRefused({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) })
    const another = new Webhook(webhookSecret(kontor.database.masterKey, 'another', 0))
    expect(() => another.verify(body, headers)).toThrow()
  })

  it('is made anew for each attempt, over the same id and body', async () => {
    receiver.answers(() => (heard().length === 0 ? 500 : 200))
    await everything()
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    await settled()
    expect(heard()).toHaveLength(2)
    expect(new Set(heard().map(({ id, body }) => id + body)).size).toBe(1)
    for (const { headers, body } of heard()) expect(() => verifier().verify(body, headers)).not.toThrow()
  })
})

describe('an address that fails', () => {
  const fail = (count: number, since: string) =>
    sql(
      `insert into webhook_address (merchant_id, address_key, url, failures, failing_since) values ($1, address_key($2), $2, $3,
        now() - $4::interval) on conflict (merchant_id, address_key) do update set failures = $3, failing_since = now() - $4::interval`,
      [shop.merchant, url(), count, since],
    )
  const failing = async () => (await kontor.get(owner, '/v1/apisetting/callback')).body.failing
  const tell = async (status = 'PROCESSED') => {
    const of = await kontor.make.transaction(shop)
    return kontor.make.refund(shop, of, { status: status as 'PROCESSED', amount: 1 })
  }

  it('gets what it missed once it is well again, each thing in its order', async () => {
    receiver.answers(() => 500)
    await everything()
    const [one, other] = [await pay(1_000), await pay(2_000)]
    await until(
      async () => (await rows()).length,
      (count) => count === 6,
    )
    receiver.answers(() => 200)
    const told = await settled()
    expect(
      told.every(({ delivered_on, created_at }: Record<string, string>) => String(delivered_on) > String(created_at)),
    ).toBe(true)
    for (const id of [one, other]) {
      const delivered = heard().filter(({ answer, body }) => answer === 200 && JSON.parse(body).data.id === id)
      expect(delivered.map(({ body }) => JSON.parse(body).data.status)).toEqual([
        'AUTHORIZED',
        'SETTLEMENT_REQUESTED',
        'SETTLEMENT_COMPLETED',
      ])
    }
    expect(await failing()).toEqual([])
  })

  it.each([[400], [404], [422], [301]])('is not asked again after %i, which it would only repeat', async (code) => {
    receiver.answers(() => code)
    await everything()
    await tell()
    expect(await settled()).toMatchObject([
      { delivery: 'REFUSED', attempts: 1, response_code: code, delivered_on: null },
    ])
  })

  it.each([[408], [425], [429], [503]])('is asked again after %i', async (code) => {
    receiver.answers(() => (heard().length === 0 ? code : 200))
    await everything()
    await tell()
    expect(await settled()).toMatchObject([{ delivery: 'DELIVERED', attempts: 2 }])
  })

  it('is asked no sooner than it says', async () => {
    receiver.answers(() => (heard().length === 0 ? { status: 429, headers: { 'retry-after': '1' } } : 200))
    await everything()
    await tell()
    await settled()
    const [first, second] = heard()
    expect(Number(second?.at) - Number(first?.at)).toBeGreaterThanOrEqual(990)
  })

  it('is given up after ten attempts', async () => {
    receiver.answers(() => 500)
    await everything()
    await tell()
    expect(await settled()).toMatchObject([{ delivery: 'GIVEN_UP', attempts: 10, response_code: 500 }])
  })

  it('and never answers holds up no other', async () => {
    const { profile } = shop
    const deaf = await kontor.make.profile(shop.merchant, { name: 'Deaf' })
    await everything()
    await kontor.post(owner, `/v1/paymentprofile/${deaf}`, { webhook_refund_update: receiver.url('/deaf') })
    receiver.answers(({ path }) => (path === '/deaf' ? 'hang' : 200))
    for (let count = 0; count < 60; count += 1) {
      shop = { ...shop, profile: deaf }
      await tell()
      shop = { ...shop, profile }
      await tell()
    }
    const well = await settled(`_search_by=url&_search=${shop.merchant}`)
    const waited = well.map(
      (row: Record<string, string>) => Date.parse(String(row.delivered_on)) - Date.parse(String(row.created_at)),
    )
    waited.sort((a: number, b: number) => a - b)
    expect(well).toHaveLength(60)
    expect(waited[56]).toBeLessThan(1_000)
  })

  it('for five days is switched off, and whom the shop names is told by mail', async () => {
    await everything()
    await listen({ webhook_failed_email: 'it@shop.example' })
    receiver.answers(() => 500)
    await fail(9, '5 days 1 minute')
    await tell()
    const [off] = await until(failing, (seen) => seen[0]?.switched_off_at)
    expect(off).toMatchObject({ url: url(), failures: 10, response_code: 500, switched_off_reason: 'failing' })
    const [waiting] = await rows()
    const { body } = await kontor.get(owner, `/v1/webhook/${waiting.id}/delivery`)
    expect([waiting.delivery, body.switched_off_at]).toEqual(['WAITING', off.switched_off_at])
    const mail = await mailbox.to('it@shop.example', /Je webhooks zijn uitgeschakeld/)
    expect(mail.text).toContain(url())
    expect(mailbox.count('it@shop.example')).toBe(1)

    receiver.answers(() => 200)
    const before = heard().length
    await tell()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(heard()).toHaveLength(before)
    expect((await kontor.post(owner, '/v1/apisetting/webhookaddress/switch-on', { url: url() })).status).toBe(200)
    expect((await settled()).map(({ delivery }: { delivery: string }) => delivery)).toEqual(['DELIVERED', 'DELIVERED'])
    expect(await failing()).toEqual([])
  })

  describe('and is switched off', () => {
    const off = (address = url()) =>
      sql(
        `insert into webhook_address (merchant_id, address_key, url, switched_off_at, switched_off_reason)
          values ($1, address_key($2), $2, now(), 'gone')`,
        [shop.merchant, address],
      )
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const isOff = async () =>
      (await rows()).map(({ delivery, address_off }: { delivery: string; address_off: boolean }) => [
        delivery,
        address_off,
      ])

    it('has webhooks that wait, are shown as such, and are late for nobody', async () => {
      await everything()
      await off()
      await tell()
      await sql(`update webhook set next_attempt_at = now() - interval '4 hours' where merchant_id = $1`, [
        shop.merchant,
      ])
      expect(await isOff()).toEqual([['WAITING', true]])
      expect([await rows('address_off=true'), await rows('address_off=false')]).toMatchObject([[{}], []])
      const { samples } = await readDatabaseGauges(kontor.database.providerUrl)
      const late = samples.find(({ name }) => name === 'kontor_webhooks_oldest_seconds')
      expect(late?.value).toBeLessThan(3_600)
      const item = (await kontor.get(owner, '/v1/attention')).body.find(
        (each: { item: string }) => each.item === 'webhook_addresses',
      )
      expect(item).toMatchObject({ count: 1, query: { address_off: 'true' } })
    })

    it('holds up nothing that goes to the address which the shop has now', async () => {
      await listen({ webhook_chargeback_update: receiver.url('/before') })
      await off(receiver.url('/before'))
      const { id } = await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
      await everything()
      await sql(`update chargeback set status = 'LOST' where id = $1`, [id])
      await until(
        async () => statuses(id),
        (seen) => seen.length === 1,
      )
      expect(statuses(id)).toEqual(['LOST'])
    })

    it('has webhooks given up after thirty days, which says why; they can be sent once more', async () => {
      const waits = { outcome: null, url: url(), address_off: true }
      const old = await kontor.make.webhook(shop.merchant, { ...waits, created_at: daysAgo(31) })
      await kontor.make.webhook(shop.merchant, { ...waits, created_at: daysAgo(29) })
      // Whoever was sending it then has died.
      const leased_until = daysAgo(30).toISOString()
      await kontor.databases.provider.updateTable('webhook').set({ leased_until }).where('id', '=', old).execute()
      const housekeeping = housekeepingJobs(kontor.databases)
      await housekeeping.find(({ name }) => name.endsWith('switched-off addresses'))?.run(new Date())
      expect(await isOff()).toEqual([
        ['GIVEN_UP', false],
        ['WAITING', true],
      ])
      const { body } = await kontor.get(owner, `/v1/webhook/${old}/delivery`)
      expect(body.attempts).toMatchObject([{ response_code: 0, problem: 'address_off' }])
      await kontor.post(owner, '/v1/apisetting/webhookaddress/switch-on', { url: url() })
      expect((await kontor.post(owner, `/v1/webhook/${old}/send-again`)).status).toBe(200)
      await until(
        () => rows(`id=${old}`),
        ([row]) => row.delivery === 'DELIVERED',
      )
    })

    it('keeps its webhooks no longer than the others of the shop', async () => {
      await kontor.make.webhook(shop.merchant, {
        ...{ outcome: null, url: url(), address_off: true, created_at: daysAgo(91) },
      })
      await housekeepingJobs(kontor.databases)
        .find(({ name }) => name === 'housekeeping: webhooks')
        ?.run(new Date())
      expect(await rows()).toEqual([])
    })
  })

  it('that a link or a schedule named is switched off with a mail to whom the shop of the link names, and to who made the schedule', async () => {
    await listen({ webhook_failed_email: 'links@shop.example' })
    const made = await kontor.post(owner, '/v1/paymentlink', {
      ...{ payment_profile: shop.profile, amount: 1_000, merchant_reference: 'Link 1', webhook_url: url() },
    })
    expect(made.status).toBe(201)
    const { id: maker, email } = await kontor.make.user({ merchant: shop.merchant })
    const schedule = await kontor.make.reportSchedule(shop.merchant)
    await sql('update report_schedule set webhook_url = $1, created_by_id = $2 where id = $3', [url(), maker, schedule])
    const gone = await kontor.make.user({ merchant: shop.merchant })
    const another = await kontor.make.reportSchedule(shop.merchant)
    await sql('update report_schedule set webhook_url = $1, created_by_id = $2 where id = $3', [
      url(),
      gone.id,
      another,
    ])
    await sql('update platform_user set active = false where id = $1', [gone.id])
    receiver.answers(() => 500)
    await fail(9, '5 days 1 minute')
    expect((await kontor.post(owner, `/v1/paymentlink/${made.body.id}/expire`)).status).toBe(200)
    await until(failing, (seen) => seen[0]?.switched_off_at)
    for (const address of ['links@shop.example', email]) {
      const mail = await mailbox.to(address, /Je webhooks zijn uitgeschakeld/)
      expect(mail.text).toContain(url())
    }
    // Somebody whose account is disabled is told nothing.
    await until(
      () => kontor.databases.provider.selectFrom('mail').select('id').where('done_at', 'is', null).execute(),
      ({ length }) => length === 0,
    )
    expect(mailbox.count(gone.email)).toBe(0)
  })

  it('for less than five days, or only now and then, is not', async () => {
    await everything()
    receiver.answers(() => 404)
    await fail(50, '4 days 23 hours')
    await tell()
    await settled()
    await fail(2, '30 days')
    await tell()
    await settled()
    expect(await failing()).toMatchObject([{ switched_off_at: null }])
  })

  it('and says that it is gone is switched off at once', async () => {
    await everything()
    receiver.answers(() => 410)
    await tell()
    expect(await settled()).toMatchObject([{ delivery: 'REFUSED' }])
    expect(await failing()).toMatchObject([{ switched_off_reason: 'gone' }])
  })

  it('is switched on by whoever may change webhooks, and of the own merchant alone', async () => {
    await everything()
    receiver.answers(() => 410)
    await tell()
    await until(failing, (seen) => seen[0]?.switched_off_at)
    const path = '/v1/apisetting/webhookaddress/switch-on'
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['WEBHOOK_LIST', 'WEBHOOK_CREATE'] })
    expect((await kontor.post(reader, path, { url: url() })).status).toBe(403)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect((await kontor.post(stranger, path, { url: url() })).status).toBe(404)
  })

  it('is seen and switched on by the part of the merchant that is told there, and by no other part', async () => {
    const parts = [await kontor.make.organisation(shop.merchant), await kontor.make.organisation(shop.merchant)]
    const told = parts.map((organisation) => ({ organisation, url: receiver.url(`/${organisation}`) }))
    for (const given of told) await kontor.make.webhook(shop.merchant, { ...given, address_off: true })
    const urlsOf = async (who: string, query = '') =>
      (await kontor.get(who, `/v1/apisetting/callback${query}`)).body.failing.map((one: { url: string }) => one.url)
    for (const { organisation, url } of told) {
      const given = { merchant: shop.merchant, organisation, roles: ['WEBHOOK_ALL' as const] }
      const who = await kontor.make.cookie(given)
      expect(await urlsOf(who)).toEqual([url])
      expect(await urlsOf(owner, `?organisation=${organisation}`)).toEqual([url])
      const codes = []
      for (const each of told)
        codes.push((await kontor.post(who, '/v1/apisetting/webhookaddress/switch-on', { url: each.url })).status)
      expect(codes).toEqual(told.map((each) => (each.url === url ? 200 : 404)))
      await sql(`update webhook_address set switched_off_at = now(), switched_off_reason = 'gone' where url = $1`, [
        url,
      ])
    }
    expect((await urlsOf(owner)).sort()).toEqual(told.map((each) => each.url).sort())
  })
})

describe('sending once more', () => {
  const again = (id: string, who = owner) => kontor.post(who, `/v1/webhook/${id}/send-again`)

  it('sends the same id and content, and what was delivered stays so whatever comes of it', async () => {
    await everything()
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    const [told] = await settled()
    receiver.answers(() => 500)
    expect((await again(told.id)).body).toMatchObject({ delivery: 'WAITING' })
    expect(await settled()).toMatchObject([{ ...told, attempts: 2, response_code: 500 }])
    expect(new Set(heard().map(({ id, body }) => id + body)).size).toBe(1)
  })

  it('is refused while it waits, to whoever may not, and to another merchant', async () => {
    receiver.answers(() => 500)
    await everything()
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    const [{ id }] = await rows()
    expect((await again(id)).body.code).toBe('webhook_waiting')
    await settled()
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['WEBHOOK_LIST'] })
    expect((await again(id, reader)).status).toBe(403)
    const other = await kontor.make.merchant()
    expect((await again(id, await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] }))).status).toBe(
      404,
    )
  })
})

describe('a webhook by hand', () => {
  const send = (body: Record<string, unknown>, who = owner) => kontor.post(who, '/v1/webhook', body)

  it('is signed and tells the thing’s own values in the status that was chosen, marked as a test', async () => {
    const { id } = await kontor.make.transaction(shop, { amount: 1_234 })
    const { status, body } = await send({ url: url(), type: 'transaction', item_id: id, status: 'DECLINED' })
    expect([status, body]).toMatchObject([201, { manual: true, delivery: 'WAITING', item_id: id, status: 'DECLINED' }])
    await settled()
    const [said] = heard()
    expect(verifier().verify(String(said?.body), said?.headers ?? {})).toMatchObject({
      ...{ type: 'transaction.updated', test: true },
      data: { id, status: 'DECLINED', amount: 1_234, currency_code: 'EUR' },
    })
    expect((await kontor.get(owner, `/v1/transaction/${id}`)).body.status).toBe('SETTLEMENT_COMPLETED')
  })

  it('can be about each kind of thing that is told', async () => {
    const of = await kontor.make.transaction(shop)
    const items = {
      refund: [(await kontor.make.refund(shop, of, { amount: 1 })).id, 'HOLD'],
      chargeback: [(await kontor.make.chargeback(shop, of)).id, 'WON'],
      cardlink: [await kontor.make.cardAddLink(shop), 'DONE'],
      paymentlink: [await kontor.make.paymentLink(shop), 'EXPIRED'],
      subscription: [await kontor.make.subscription(shop), 'PAST_DUE'],
    }
    for (const [type, [item_id, status]] of Object.entries(items))
      expect([type, (await send({ url: url(), type, item_id, status })).status]).toEqual([type, 201])
    await settled()
    expect(
      heard()
        .map(({ body }) => JSON.parse(body).type)
        .sort(),
    ).toEqual(['cardlink.done', 'chargeback.updated', 'paymentlink.expired', 'refund.updated', 'subscription.updated'])
  })

  it('is tried once, and counts neither for nor against its address', async () => {
    receiver.answers(() => 500)
    const { id } = await kontor.make.transaction(shop)
    await send({ url: url(), type: 'transaction', item_id: id, status: 'FAILED' })
    expect(await settled()).toMatchObject([{ delivery: 'GIVEN_UP', attempts: 1, response_code: 500 }])
    expect((await kontor.get(owner, '/v1/apisetting/callback')).body.failing).toEqual([])
  })

  it('reaches an address that is switched off: that is how one finds out whether it works again', async () => {
    const { id } = await kontor.make.transaction(shop)
    await sql(
      `insert into webhook_address (merchant_id, address_key, url, switched_off_at, switched_off_reason)
      values ($1, address_key($2), $2, now(), 'gone')`,
      [shop.merchant, url()],
    )
    await send({ url: url(), type: 'transaction', item_id: id, status: 'FAILED' })
    expect(await settled()).toMatchObject([{ delivery: 'DELIVERED' }])
  })

  it.each([
    ['a status that its type never has', { status: 'WON' }, 'body.status', 'not_of_type'],
    ['a thing that there is not', { item_id: '01900000-0000-7000-8000-000000000001' }, 'body.item_id', 'not_found'],
    ['an address that is none', { url: 'javascript:alert(1)' }, 'body.url', 'invalid_url'],
    ['a property that it does not know', { payload: '{}' }, 'body.payload', 'unknown'],
    ['a payment that no ruleset hit', { type: 'validationruleset', status: 'CANCELLED' }, 'body.item_id', 'not_found'],
  ])('is refused for %s', async (_what, given, path, reason) => {
    const { id } = await kontor.make.transaction(shop)
    const { status, body } = await send({ url: url(), type: 'transaction', item_id: id, status: 'FAILED', ...given })
    expect([status, body.details]).toEqual([400, { [path]: reason }])
  })

  it('is not about another merchant’s things, and not for whoever may only look', async () => {
    const other = await kontor.make.merchant()
    const { id } = await kontor.make.transaction(other)
    const asked = { url: url(), type: 'transaction', item_id: id, status: 'FAILED' }
    expect((await send(asked)).body.details).toEqual({ 'body.item_id': 'not_found' })
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['WEBHOOK_LIST', 'WEBHOOK_UPDATE'] })
    expect((await send(asked, reader)).status).toBe(403)
  })

  it('is not for bothering an address: thirty a minute', async () => {
    const { id } = await kontor.make.transaction(shop)
    const asked = { url: url(), type: 'transaction', item_id: id, status: 'FAILED' }
    for (let count = 0; count < 30; count += 1) expect((await send(asked)).status).toBe(201)
    expect((await send(asked)).body.code).toBe('too_many_attempts')
  })
})

describe('what came back', () => {
  it('is on record with code and time, its words for the provider’s staff alone', async () => {
    receiver.answers(() => ({ status: 404, body: `secret of the inside ${'x'.repeat(20_000)}` }))
    await everything()
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    const [{ id }] = await settled()
    const of = async (who: string, query = '') =>
      (await kontor.get(who, `/v1/webhook/${id}/delivery${query}`)).body.attempts
    const [seen] = await of(owner)
    expect(seen).toMatchObject({ attempt: 1, response_code: 404, problem: null, response_body: null, error: null })
    expect(seen.duration_ms).toBeGreaterThanOrEqual(0)
    for (const query of ['', `?merchant=${shop.merchant}`]) {
      const [{ response_body }] = await of(staff, query)
      expect([response_body.slice(0, 20), response_body.length]).toEqual(['secret of the inside', 10_000])
    }
    const asMerchant = kontor.databases.pools.merchant.query('select response_body from webhook_attempt')
    await expect(asMerchant).rejects.toThrow(/permission denied/)
  })

  it.each([
    ['hang', 'timeout'],
    ['reset', 'no_answer'],
  ] as const)('when there was no answer (%s) says so', async (answer, problem) => {
    receiver.answers(() => (heard().length === 0 ? answer : 200))
    await everything()
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    const [{ id }] = await settled()
    const { body } = await kontor.get(owner, `/v1/webhook/${id}/delivery`)
    expect(body.attempts).toMatchObject([
      { response_code: 0, problem, error: null },
      { response_code: 200, problem: null },
    ])
  })

  it.each([
    ['https://nobody-has-this-name.invalid/hook', 'unknown_host'],
    ['http://127.0.0.1:1025/hook', 'connection_refused'],
  ])('when %s cannot be reached says why', async (address, problem) => {
    await listen({ webhook_chargeback_update: address })
    await kontor.make.chargeback(shop, await kontor.make.transaction(shop))
    const [{ id }] = await until(
      () => rows(),
      (seen) => seen.length > 0,
    )
    const { attempts } = await until(
      async () => (await kontor.get(owner, `/v1/webhook/${id}/delivery`)).body,
      (seen) => seen.attempts.length > 0,
    )
    expect(attempts[0]).toMatchObject({ response_code: 0, problem })
  })

  it('is forgotten after ninety days, however much there is; what still waits is not', async () => {
    await sql(
      `insert into webhook (merchant_id, id, organisation_id, type, item_id, status, url, created_at, payload, done_at, outcome)
      select $1, gen_random_uuid(), $1, 'refund', gen_random_uuid(), 'PENDING', 'https://a.example', now() - interval '91 days', '{}',
        case when n > 3 then now() end, case when n > 3 then 'refused' end from generate_series(1, 12003) n`,
      [shop.merchant],
    )
    await sql(`update webhook set next_attempt_at = 'infinity' where done_at is null`)
    await tidy(kontor.databases)
    expect(await kontor.get(owner, '/v1/webhook/count').then(({ body }) => body.count)).toBe(3)
  })
})

describe('the addresses of a shop', () => {
  it('are changed one by one, and taken away', async () => {
    const { body } = await listen({ webhook_refund_update: url(), webhook_failed_email: 'it@shop.example' })
    expect(body).toMatchObject({ webhook_refund_update: url(), webhook_transaction_update: null })
    await kontor.call(owner, 'PUT', `/v1/paymentprofile/${shop.profile}`, { webhook_refund_update: null })
    expect((await kontor.get(owner, `/v1/paymentprofile/${shop.profile}`)).body).toMatchObject({
      webhook_refund_update: null,
      webhook_failed_email: 'it@shop.example',
    })
  })

  it.each([
    [{ webhook_refund_update: 'ftp://shop.example' }, 'body.webhook_refund_update', 'invalid_url'],
    [{ webhook_transaction_update: 'shop.example/hook' }, 'body.webhook_transaction_update', 'invalid_url'],
    [{ webhook_failed_email: 'nobody' }, 'body.webhook_failed_email', 'invalid_email'],
    [{ id: 'another' }, 'body.id', 'unknown'],
  ])('are refused when they are none: %j', async (given, path, reason) => {
    const { status, body } = await listen(given)
    expect([status, body.details]).toEqual([400, { [path]: reason }])
  })

  it('are for whoever may change payment profiles, of the own merchant', async () => {
    const reader = await kontor.make.cookie({ merchant: shop.merchant, roles: ['PAYMENT_PROFILE_LIST', 'WEBHOOK_ALL'] })
    const path = `/v1/paymentprofile/${shop.profile}`
    expect((await kontor.post(reader, path, { webhook_refund_update: url() })).status).toBe(403)
    const other = await kontor.make.merchant()
    const stranger = await kontor.make.cookie({ merchant: other.merchant, roles: ['USER_ALL'] })
    expect((await kontor.post(stranger, path, { webhook_refund_update: url() })).status).toBe(404)
  })
})

describe('the content of a webhook', () => {
  it('of a settlement or a report is for whoever may read it, as sending it by hand is', async () => {
    const settlement = await kontor.make.webhook(shop.merchant, { type: 'settlement', status: 'PENDING' })
    const report = await kontor.make.webhook(shop.merchant, { type: 'report', status: 'PROCESSED' })
    const payload = raw`jsonb_set(payload, '{data,list}', '"customer"')`
    await raw`update webhook set payload = ${payload} where id = ${report}`.execute(kontor.databases.provider)
    const other = await kontor.make.webhook(shop.merchant)
    const shownTo = async (who: string) => {
      const told = [settlement, report, other].map((id) => kontor.get(who, `/v1/webhook/${id}/delivery`))
      return (await Promise.all(told)).map(({ status, body }) => [status, body.payload !== null])
    }
    const withRoles = (...roles: Role[]) =>
      kontor.make.cookie({ merchant: shop.merchant, roles: ['WEBHOOK_LIST', ...roles] })
    const [shown, hidden] = [
      [200, true],
      [200, false],
    ]
    expect(await shownTo(await withRoles())).toEqual([hidden, hidden, shown])
    expect(await shownTo(await withRoles('SETTLEMENT_LIST', 'REPORT_LIST'))).toEqual([shown, hidden, shown])
    expect(await shownTo(await withRoles('REPORT_LIST', 'CUSTOMER_LIST'))).toEqual([hidden, shown, shown])
    await kontor.databases.provider
      .updateTable('merchant')
      .set({ has_collecting: false })
      .where('id', '=', shop.merchant)
      .execute()
    expect(await shownTo(await withRoles('SETTLEMENT_LIST'))).toEqual([hidden, hidden, shown])
  })
})
