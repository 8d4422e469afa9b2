import { entities } from '@kontor/contract/entities'
import type { Entity } from '@kontor/contract/entity'
import { newLine } from '@kontor/contract/pricing/new-line'
import { type SchemeType, schemeTypes } from '@kontor/contract/pricing/price.rules'
import pg from 'pg'
import { sources } from '../src/app.ts'
import { customerSegmentsJob } from '../src/customers/customer-rfm-job.ts'
import type { Databases } from '../src/platform/db/database.ts'
import { startTestApp, type TestApp } from './harness.ts'
import type { MadeMerchant } from './make.ts'

/** One merchant with rows of every entity in each of its four nodes. */
export interface Inhabited extends MadeMerchant {
  /** Below the root: `sub` with `below` beneath it, and `beside`. */
  sub: string
  below: string
  beside: string
}

/** Entities whose rows may get another `created_at`. For the others it is part of the key, or written once, and their maker takes it. */
export const entitiesWithFreeTime: readonly string[] = Object.values(sources)
  .filter(({ keyedByTime }) => !keyedByTime)
  .map(({ entity }) => entity.name)
  .filter(
    (name) =>
      !['payment_order', 'bank_entry', 'client_money_day', 'invoice', 'settlement_update', 'sap_batch'].includes(name),
  )

/** Two identical merchants, and people who may see much, little or nothing of them. */
export interface World {
  kontor: TestApp
  a: Inhabited
  b: Inhabited
  /** Cookies, and an API key. */
  who: Record<'ofA' | 'keyOfA' | 'ofSub' | 'ofB' | 'provider' | 'withoutRoles', string>
  /** Runs a statement as the owner of the tables, for values that no maker sets. */
  sql(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export async function makeWorld(options: Parameters<typeof startTestApp>[0] = {}): Promise<World> {
  // The calls of the tests themselves would change the lists of calls while they are read.
  const kontor = await startTestApp({ auditTrail: false, ...options })
  const owner = new pg.Client(kontor.database.adminUrl)
  await owner.connect()
  const sql: World['sql'] = async (statement, values) => (await owner.query(statement, values)).rows
  await sql(`select ensure_partitions('2026-01-01', '2026-12-31')`)
  const a = await inhabit(kontor, 'Alpha', 'EUR')
  const b = await inhabit(kontor, 'Bravo', 'EUR')
  await kontor.make.merchant({ name: 'Charlie', active: false })
  await settle(sql)
  await requireInhabited(sql)
  await spread(kontor.databases, sql)
  const { cookie, apiKey } = kontor.make
  return {
    kontor,
    a,
    b,
    who: {
      ofA: await cookie({ merchant: a.merchant, roles: ['USER_ALL'] }),
      keyOfA: await apiKey(a.merchant),
      ofSub: await cookie({ merchant: a.merchant, organisation: a.sub, roles: ['USER_ALL'] }),
      ofB: await cookie({ merchant: b.merchant, roles: ['USER_ALL'] }),
      provider: await cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] }),
      withoutRoles: await cookie({ merchant: a.merchant }),
    },
    sql,
    stop: async () => {
      await owner.end()
      await kontor.stop()
    },
  }
}

/** The tables of entities that have another name. */
export const tableOf: Readonly<Record<string, string>> = {
  stuck_operation: 'outbox',
  psp_bank_account: 'provider_bank_account',
  psp_audit_trail_item: 'audit_trail_item',
  psp_settlement: 'settlement',
  user: 'platform_user',
  psp_user: 'platform_user',
  revenue_scheme: 'scheme',
  cost_scheme: 'scheme',
  reserve_scheme: 'scheme',
  partner_scheme: 'scheme',
}

/** Fails with advice about an entity that `inhabit` does not make, before the tests of every entity find no row of it. */
async function requireInhabited(sql: World['sql']): Promise<void> {
  for (const { name } of entities) {
    const [{ n } = { n: 0 }] = await sql(`select count(*)::int as n from ${tableOf[name] ?? name}`)
    if (Number(n) < 2) throw new Error(`server/test/world.ts: let inhabit() make a ${name} in each of the four nodes`)
  }
}

/** Books what each node was paid, and what it gave back, on the first day of its settlement. */
async function settle(sql: World['sql']): Promise<void> {
  const ofSettlement = (table: string, payment: string, kind: string, which: string) => `
    insert into ledger_transfer (merchant_id, business_day, book_id, organisation_id, kind, currency_code, amount, subject_id,
      transaction_id, available_on)
    select s.merchant_id, lower(s.covers), s.book_id, s.organisation_id, k.kind, s.currency_code, x.amount, x.id, x.${payment},
      lower(s.covers)
    from settlement s join ${table} x using (merchant_id, organisation_id) join ledger_kind k on k.name = '${kind}'
    where ${which}`
  // These days are closed.
  await sql('alter table ledger_transfer disable trigger closed_day')
  await sql(ofSettlement('transaction', 'id', 'capture', `x.merchant_reference like '%-settled-%'`))
  await sql(ofSettlement('refund', 'transaction_id', 'refund', `x.status = 'PROCESSED'`))
  await sql(ofSettlement('chargeback', 'transaction_id', 'chargeback', 'true'))
  await sql('alter table ledger_transfer enable always trigger closed_day')
  // Their accounts are approved by nobody.
  await sql('alter table payout disable trigger b_guard')
  await sql(`
    update payout p set status = 'APPROVED', approved_by = 'Another', approved_by_id = gen_random_uuid(), approved_at = p.created_at,
      bank_account_id = (select id from bank_account b where b.merchant_id = p.merchant_id limit 1), payment_order_id = o.id
    from (select merchant_id, id, row_number() over (order by number) as place from payout where status = 'CREATED') of_place
      join (select id, row_number() over (order by id) as place from payment_order) o using (place)
    where p.merchant_id = of_place.merchant_id and p.id = of_place.id and place < 3`)
  await sql('alter table payout enable trigger b_guard')
}

/** Gives rows different instants and countries, so that a filter on them can narrow. */
async function spread(databases: Databases, sql: World['sql']): Promise<void> {
  for (const table of entitiesWithFreeTime.map((name) => tableOf[name] ?? name))
    await sql(`update ${table} set created_at = timestamptz '2026-03-01' + interval '1 hour' * n
      from (select id, row_number() over (order by id) as n from ${table}) as numbered where ${table}.id = numbered.id`)
  await sql(`update organisation set country_code = case depth when 1 then 'BE' else 'NL' end`)
  await sql(`update merchant set country_code = 'DE' where not active`)
  await sql(`update merchant set mcc = case when active then '5992' else '5999' end`)
  // The segments that the tests need; none of them changes with time.
  await customerSegmentsJob(databases).run(new Date())
  await sql(`update customer_rfm set ages_at = null, segment = case n % 2 when 0 then 'CHAMPIONS' else 'LOST' end
    from (select customer_id as id, row_number() over (order by customer_id) as n from customer_rfm) as numbered
    where customer_id = numbered.id`)
}

/** People of a merchant and of the provider, of each status, role and factor. */
async function makePeople(
  make: TestApp['make'],
  { merchant, organisation, name, place }: { merchant: string; organisation: string; name: string; place: number },
): Promise<void> {
  const accepted = { password_hash: 'never compared', last_sign_in_at: `2026-07-0${place + 1}T12:00:00.000Z` }
  const invited_at = new Date().toISOString()
  const given = [
    { ...accepted, roles: ['USER_ALL'] },
    { ...accepted, roles: ['TAG_LIST'], mfa_type: 'email', mfa_required: 'email' },
    { roles: ['TAG_LIST', 'PLAN_LIST'], invited_at },
    { ...accepted, roles: ['PLAN_LIST'], active: false, mfa_type: 'google', mfa_required: 'google' },
  ] as const
  const { roles = [], ...rest } = given[place] ?? given[0]
  await make.user({ ...rest, merchant, organisation, roles: [...roles], name: `${name} person ${place}` })
  await make.user({ ...rest, roles: [...roles], name: `${name} staff ${place}` })
}

/** Schemes of each type, in different states: active and the default, being written, switched off, waiting. */
async function makeSchemes(
  make: TestApp['make'],
  { merchant, name, place }: { merchant: string; name: string; place: number },
): Promise<void> {
  for (const type of schemeTypes)
    await make.scheme({
      ...{ type, name: `${name} ${type} ${place}`, description: place % 2 ? `Of ${name}` : null },
      ...{ currency_code: ['EUR', 'JPY', null][place] ?? null, active: place !== 2, visible: place !== 3 },
      ...(type === 'RESERVE' ? { hold_ppm: 10_000 * (place + 1), hold_days: place } : { lines: [newLine({ ppm: 1 })] }),
      ...(place % 2 ? { valid_from: null, isSubmitted: place === 3 } : { merchants: [merchant] }),
      ...(place === 0 ? { default_from: `2020-01-0${name === 'Alpha' ? 1 : 2}`, assigned_from: '2020-02-01' } : {}),
    })
}

async function inhabit({ make, databases }: TestApp, name: string, currency_code: string): Promise<Inhabited> {
  const root = await make.merchant({ name, currency_code })
  const { merchant } = root
  const sub = await make.organisation(merchant, { name: `${name} sub` })
  const below = await make.organisation(merchant, { name: `${name} below`, parent: sub, depth: 2 })
  const beside = await make.organisation(merchant, { name: `${name} beside` })
  const tagOfRoot = await make.tag(merchant, { text: `${name} of the root` })
  const ofRoot = await make.customer(merchant, { last_name: `${name} of the root` })

  for (const [place, organisation] of [merchant, sub, below, beside].entries()) {
    const processor = await make.processor(merchant, {
      organisation,
      name: `${name} processor ${place}`,
      payment_product: place % 2 ? 'ideal' : 'card',
      active: place !== 2,
    })
    await make.processorSettlement(merchant, {
      organisation,
      name: `${name} settlement ${place}`,
      type: place % 2 ? 'API' : 'UPLOAD',
      gateway: place % 2 ? 'adyen' : 'sandbox',
      active: place !== 2,
      ...(place === 1 && { expected_every_days: 1, created_at: new Date(Date.UTC(2026, 0, 5)) }),
      agrees: place === 0,
    })
    const currency = ['EUR', 'JPY', 'KWD', 'EUR'][place] ?? 'EUR'
    const bank_account = await make.bankAccount(merchant, {
      ...{ organisation, holder: `${name} holder ${place}`, currency_code: currency },
      status: place % 2 ? 'PENDING' : 'UNVERIFIED',
      ...(place % 2 ? { iban: `BE68539007${name.length}${place}47034` } : {}),
      name_check: place % 2 ? 'CLOSE' : 'MATCH',
      created_at: new Date(Date.UTC(2026, 3 + place, 7)),
      usable_from: new Date(Date.UTC(2026, 3 + place, 10)),
    })
    await make.bankAccount(merchant, {
      ...{ organisation, holder: `${name} new holder ${place}`, currency_code: currency, replaces: bank_account },
      created_at: new Date(Date.UTC(2026, 3 + place, 8)),
    })
    const profile = await make.profile(merchant, {
      organisation,
      bank_account,
      currency_code: currency,
      name: `${name} shop ${place}`,
      processors: [processor, root.processor],
    })
    const settlementSchedule = await make.settlementSchedule({
      name: `${name} settling ${place}`,
      frequency: place % 2 ? 'WEEKLY' : 'MONTHLY',
    })
    const packed = async (type: SchemeType) => (await make.scheme({ type, name: `${name} packed ${type} ${place}` })).id
    await make.pricePackage({
      ...{ name: `${name} package ${place}`, description: place % 2 ? `Of ${name}` : null, active: place !== 2 },
      ...{ schedule: settlementSchedule, delay_days: place + 1, minimum: 100 * place, currency_code: currency },
      negative: place % 2 ? 'CARRY' : 'RESERVE',
      created_at: new Date(Date.UTC(2026, 3 + place, 9)),
      ...(place === 3 ? { merchants: [merchant] } : {}),
      schemes: {
        ...{ REVENUE: await packed('REVENUE'), COST: await packed('COST') },
        ...{ RESERVE: await packed('RESERVE'), PARTNER: await packed('PARTNER') },
      },
    })
    const settlementProfile = await make.settlementProfile(merchant, {
      ...{ organisation, name: `${name} settled ${place}`, minimum: 1_000 + place, schedule: settlementSchedule },
      currency_code: currency,
      ...(place === 2 ? { hold_reason: 'Somebody asked' } : {}),
    })
    const settlement = await make.settlement(merchant, {
      ...{ organisation, profile: settlementProfile, schedule: settlementSchedule, captured: 10_000 + place },
      // After the payment, refund and chargeback that it holds.
      ...{ from: `2026-0${place + 5}-06`, currency_code: currency },
      status: (['CLOSED', 'ON_HOLD', 'CARRIED', 'CLOSED'] as const)[place] ?? 'CLOSED',
    })
    const invoiced = await make.invoice(merchant, {
      ...{ organisation, currency_code: currency, net: 1_000 + place, due: place % 2 ? 0 : 100 + place },
      ...{ month: `2026-0${place + 1}-01`, issued_on: `2026-0${place + 2}-01` },
      created_at: new Date(Date.UTC(2026, 3 + place, 9, name.length)),
    })
    if (place === 3) await make.invoice(merchant, { organisation, net: -1_003, credits: invoiced })
    await make.middleware(merchant, {
      organisation,
      name: `${name} middleware ${place}`,
      kind: place === 0 ? 'after' : 'before',
      when_silent: place % 2 ? 'refuse' : 'go_on',
      active: place !== 2,
      // A shop that asks somebody outside would make its payments wait: this one is switched off.
      profiles: place === 2 ? [profile] : [],
    })
    await make.routing(merchant, {
      organisation,
      name: `${name} routing ${place}`,
      payment_product: place % 2 ? 'ideal' : 'card',
      currency_code: currency,
      processors: [processor],
    })
    const customer = await make.customer(merchant, {
      organisation,
      last_name: `${name} ${place}`,
      country_code: place % 2 ? 'BE' : 'NL',
      status: place % 2 ? 'VERIFIED' : 'UNVERIFIED',
    })
    await make.share(merchant, {
      ...{ processor, to: organisation, created_at: new Date(Date.UTC(2026, 3 + place, 6)) },
      status: place % 2 ? 'DECLINED' : 'WITHDRAWN',
      access: place % 2 ? 'USE_AND_EDIT' : 'USE',
    })
    const tag = await make.tag(merchant, { organisation, text: `${name} tag ${place}` })
    const shop = { merchant, profile, processor, currency_code: currency }
    const ruleset = await make.validationRuleset(merchant, {
      ...{ organisation, name: `${name} ruleset ${place}`, active: place !== 2, payment_profile: profile },
      ...(place % 2 ? { action: 'block' } : { tag }),
      // No payment is so small.
      rules: [{ name: 'amount', operator: '<', value: place % 2 ? 0 : 1 }],
    })
    await make.importOf(merchant, {
      organisation,
      file_name: `${name}-${place}.csv`,
      status: (['UPLOADED', 'DONE', 'CANCELLED', 'PARTLY_DONE'] as const)[place] ?? 'UPLOADED',
      ...(place % 2 ? { type: 'transaction', profile } : {}),
    })
    const schedule = await make.reportSchedule(merchant, {
      organisation,
      name: `${name} schedule ${place}`,
      type: place % 2 ? 'refund' : 'customer',
      frequency: place % 2 ? 'WEEKLY' : 'DAILY',
      active: place !== 2,
      recipients: [(await make.user({ merchant, organisation, name: `${name} recipient ${place}` })).id],
    })
    await make.report(merchant, {
      ...(place === 3 ? { schedule } : {}),
      organisation,
      name: `${name} report ${place}`,
      type: place % 2 ? 'refund' : 'customer',
      isPending: place === 1,
      ...(place === 2 ? { failure: 'disk_full' } : {}),
    })
    const bank = await make.pspBankAccount({
      name: `${name} account ${place}`,
      currency_code: currency,
      kind: place % 2 ? 'OWN' : 'CLIENT_MONEY',
      created_at: new Date(Date.UTC(2026, 3 + place, 8, name.length)),
      default: name === 'Alpha' && place < 2,
    })
    await make.settlementUpdate(merchant, {
      ...{ settlement, organisation, kind: place % 2 ? 'HOLD' : 'PAID', status: place % 2 ? 'CANCELLED' : 'DONE' },
      ...{ reason: `${name} update ${place}`, created_at: new Date(Date.UTC(2026, 3 + place, 8)) },
    })
    await make.sapBatch({
      ...{ status: place % 2 ? 'REJECTED' : 'ACKNOWLEDGED', created_by: `${name} batch ${place}` },
      created_at: new Date(Date.UTC(2026, 3 + place, 9)),
    })
    // Whoever pays writes the text.
    await make.bankEntry({
      ...{ account: bank, remittance: '=1+1' },
      ...{ amount: 1_000 + place, counterparty: `${name} payer ${place}`, booked_on: `2026-0${place + 4}-15` },
      ...{
        state: place % 2 ? 'ELSEWHERE' : place === 2 ? 'DEBT' : 'UNMATCHED',
        ...(place === 2 && { pays: { merchant, id: invoiced } }),
        created_at: new Date(Date.UTC(2026, 3 + place, 10, name.length)),
      },
    })
    await make.clientMoneyDay({
      ...{ surplus: place % 2 ? -place : 1_000 + place, currency_code: currency },
      created_at: new Date(Date.UTC(2026, 3 + place, 11, name.length)),
    })
    await make.paymentOrder({
      ...{ created_at: new Date(Date.UTC(2026, 3 + place, 9, name.length)), sum: 1_000 + place },
      execution_day: `2026-0${place + 4}-15`,
      status: (['CREATED', 'EXPORTED', 'WITHDRAWN'] as const)[place] ?? 'BOOKED',
    })
    await makeSchemes(make, { merchant, name, place })
    await make.welcomeMail({ name: `${name} welcome ${place}`, content_en: place % 2 ? 'Hello: [url]' : null })
    await make.apiKey(merchant, ['TRANSACTION_LIST'], organisation, {
      expires_at: `2999-0${place + 1}-01T00:00:00.000Z`,
      last_used_at: `2026-07-0${place + 1}T12:00:00.000Z`,
      ...(place === 2 ? { revoked_at: '2026-08-01T00:00:00.000Z' } : {}),
    })
    await makePeople(make, { merchant, organisation, name, place })
    const terminal = await make.terminal(shop, {
      organisation,
      name: `${name} till ${place}`,
      model: place % 2 ? 'V400c' : 'P400',
      status: place === 2 ? 'INACTIVE' : 'ACTIVE',
      ...(place % 2 ? { last_seen_at: new Date() } : {}),
    })
    const card = await make.card({ ...shop, processor: root.processor }, customer, {
      brand: place % 2 ? 'visa' : 'mastercard',
      revoked: place === 2,
    })
    const settled = await make.transaction(shop, {
      organisation,
      customer,
      terminal,
      card,
      tags: [tag, tagOfRoot],
      amount: 10_000 + place,
      created_at: new Date(Date.UTC(2026, 3 + place, 2)),
      merchant_reference: `${name}-settled-${place}`,
      payment_product: place % 2 ? 'ideal' : 'card',
      country_code: place % 2 ? 'BE' : 'NL',
      card_brand: place % 2 ? 'visa' : 'mastercard',
      three_d_secure: place % 2 ? 'ATTEMPTED' : 'AUTHENTICATED',
      challenged: place % 2 === 0,
      demand: place % 2 ? 'impossible' : 'required',
      platform: place % 2 ? 'ios' : 'windows',
      browser: place % 2 ? 'safari' : 'chrome',
    })
    await make.rulesetHit({ id: settled.id, merchant }, { ruleset, action: 'tag', tag })
    // A payment in another node than its customer: an actor who sees only this node must not see the customer.
    await make.transaction(shop, {
      organisation,
      customer: ofRoot,
      status: 'DECLINED',
      blocked: true,
      status_reason: place % 2 ? 'do_not_honor' : 'ruleset',
      amount: 500,
      merchant_reference: `${name}-declined-${place}`,
    })
    await make.chargeback(shop, settled, {
      organisation,
      amount: 50 + place,
      status: place % 2 ? 'OPEN' : 'LOST',
      created_at: new Date(Date.UTC(2026, 4 + place, 3)),
      respond_by: place === 3 ? null : `2026-0${place + 5}-20`,
      reason_code: place % 2 ? '10.4' : '13.1',
    })
    await make.scheduled(shop, {
      organisation,
      customer,
      amount: 700 + place,
      due_at: new Date(Date.UTC(2027, 4 + place, 4)),
      created_at: new Date(Date.UTC(2026, 4 + place, 4)),
      merchant_reference: `${name}-planned-${place}`,
      status: place % 2 ? 'CREATED' : 'DONE',
      ...(place % 2 ? {} : { transaction: settled }),
    })
    const checkout = await make.checkoutDesign(merchant, {
      ...{ organisation, name: `${name} design ${place}`, description: `${name} page` },
      ...(place % 2 ? { number_format: 'nl_NL', show_language_switch: false } : {}),
    })
    await makeLinks(make, shop, { organisation, customer, checkout, place })
    const refund = await make.refund(shop, settled, {
      ...{ organisation, amount: 100 + place, reason: `${name} reason` },
      created_at: new Date(Date.UTC(2026, 4 + place, 2)),
    })
    await make.contradiction(shop, place === 3 ? null : settled, {
      organisation,
      created_at: new Date(Date.UTC(2026, 3 + place, 4)),
      amount: 10_000 + place,
      superseded: place === 2,
      state: place % 2 ? 'CLOSED' : 'OPEN',
      ...(place < 2 ? { kind: 'refund' as const, refund: refund.id } : {}),
    })
    await make.refund(shop, settled, { organisation, amount: 300, status: 'FAILED' })
    await make.statusUpdate(shop, settled, {
      organisation,
      created_at: new Date(Date.UTC(2026, 3 + place, 5)),
      told: place % 2 === 0,
      status: place % 2 === 0 ? 'DONE' : 'REJECTED',
      ...(place < 2 ? { kind: 'refund' as const, item: refund.id } : {}),
    })
    const isOdd = place % 2 === 1
    await make.stuckOperation(shop, {
      organisation,
      operation: isOdd ? 'authorize' : 'capture',
      payment_product: isOdd ? 'ideal' : 'card',
      parked_why: isOdd ? 'key_expired' : null,
      overdue_at: new Date(Date.UTC(2026, 4 + place, 6)),
      ended: place === 2,
    })
    const told = {
      organisation,
      created_at: new Date(Date.UTC(2026, 4 + place, 5)),
      url: `https://${name}.example/${place}`,
    }
    const waiting = { outcome: null, address_off: true }
    await make.webhook(merchant, { ...told, item: settled.id, ...(isOdd ? {} : waiting) })
    await make.webhook(merchant, { ...told, type: 'refund', status: 'PROCESSED', outcome: 'refused', manual: isOdd })
    await makeCalls({ make, databases }, { merchant, organisation, transaction: settled.id, profile, place })
    const plan = await make.plan(shop, {
      organisation,
      checkout,
      name: `${name} plan ${place}`,
      amount: 1_000 + place,
      interval: isOdd ? 'year' : 'month',
    })
    await make.oneOff(merchant, {
      ...{ organisation, transaction: settled, amount: isOdd ? -900 - place : 900 + place, vat: isOdd },
      ...{
        date: `2026-0${place + 5}-10`,
        settlement,
        description: `${name} one-off ${place}`,
        currency_code: currency,
      },
      kind: isOdd ? 'CHARGE' : 'GUARANTEE',
      status: (['OPEN', 'APPROVED', 'BOOKED', 'CANCELLED'] as const)[place] ?? 'OPEN',
      ...(isOdd ? { repeat_until: '2026-12-31' } : {}),
    })
    const discount = await make.discount(merchant, {
      ...{ organisation, name: `${name} discount ${place}`, limit_to_first_order: isOdd },
      currency_code: isOdd ? 'EUR' : 'JPY',
      ...(isOdd ? { type: 'percentage', amount: 0.125 } : {}),
    })
    for (const status of ['ACTIVE', 'CANCELLED'] as const) {
      const subscription = await make.subscription(shop, {
        ...{ organisation, customer, plan, status, discount },
        billing_cycle: place + 1,
        starts_on: `2999-06-0${place + 1}`,
        payment_product: isOdd ? 'paypal' : 'card',
      })
      if (status === 'ACTIVE') await make.transaction(shop, { organisation, customer, subscription, amount: 700 })
    }
  }
  return { ...root, sub, below, beside }
}

/** A payment by a program with its call to the processor, and a refused request of a person. */
async function makeCalls(
  { make, databases }: Pick<TestApp, 'make' | 'databases'>,
  given: { merchant: string; organisation: string; transaction: string; profile: string; place: number },
): Promise<void> {
  const { merchant, organisation, transaction, profile, place } = given
  const at = (second: number) => new Date(Date.UTC(2026, 4 + place, 7, 12, 0, second))
  const of = { organisation, transaction, payment_profile: profile }
  const newest = (table: 'api_key' | 'platform_user') =>
    databases.provider
      .selectFrom(table)
      .select('id')
      .where('merchant_id', '=', merchant)
      .where('organisation_id', '=', organisation)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  const [key, person] = [await newest('api_key'), await newest('platform_user')]
  const parent = await make.auditTrailItem(merchant, {
    ...{ ...of, created_at: at(0), route: 'POST /v1/transaction', url: '/v1/transaction', response_code: 201 },
    caller: { kind: 'api_key', id: key.id, name: `till ${place}`, psp: false },
  })
  await make.auditTrailItem(merchant, {
    ...{
      ...of,
      parent,
      created_at: at(1),
      type: 'processor_call',
      route: 'authorize',
      caller: undefined,
      origin: undefined,
    },
    ...{ url: `https://${place}.processor.example/authorize`, destination: `${place}.processor.example` },
  })
  await make.auditTrailItem(merchant, {
    ...{ organisation, created_at: at(2), response_code: 404, refusal: place % 2 ? 'not_found' : 'forbidden' },
    ...{
      origin: `192.0.2.${place}`,
      caller: { kind: 'user', id: person.id, name: `person ${place}`, psp: false },
    },
  })
}

/** Links of each kind: one that was used, and one that is over. */
async function makeLinks(
  make: TestApp['make'],
  shop: MadeMerchant,
  {
    organisation,
    customer,
    checkout,
    place,
  }: { organisation: string; customer: string; checkout: string; place: number },
): Promise<void> {
  const of = { organisation, customer, checkout }
  const payment_link = await make.paymentLink(shop, { ...of, status: 'INITIATED', reusable: place % 2 === 1 })
  await make.transaction(shop, { ...of, payment_link, status: 'DECLINED' })
  await make.paymentLink(shop, { ...of, status: 'EXPIRED' })
  const card_add_link = await make.cardAddLink(shop, { ...of, status: 'INITIATED', purpose: 'one_click' })
  const card = await make.card(shop, customer, { brand: place % 2 ? 'visa' : 'mastercard' })
  const verified = await make.transaction(shop, { ...of, card_add_link, card, amount: 0, status: 'INITIATED' })
  await make.authorize(verified)
  await make.cardAddLink(shop, of)
  await make.cardAddLink(shop, { ...of, status: 'CANCELLED' })
}

export const base = (entity: Entity) => `/v1/${entity.resource}`

// Each test states the shape of the answer that it expects.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyAnswer = any
