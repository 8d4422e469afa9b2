import { randomUUID } from 'node:crypto'
import type { BankAccountStatus } from '@kontor/contract/bank-accounts/bank-account.rules'
import { languages } from '@kontor/contract/codes/languages'
import { describeAction } from '@kontor/contract/descriptions/action-descriptions'
import { endpoints } from '@kontor/contract/endpoints'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inventedIban as invented } from '../../src/demo/money/invented-iban.ts'
import { hashOf, newSecret } from '../../src/identity/access/secrets.ts'
import { hashPassword } from '../../src/identity/sign-in/password.ts'
import { book } from '../../src/ledger/book.ts'
import { credential, type Reply, startTestApp, type TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import { type Attempts, openAttempts } from '../signing-in/attempts.ts'
import { totp } from '../signing-in/totp.ts'
import { password, type Visitor, visitor } from '../signing-in/visitor.ts'

let kontor: TestApp
let db: Attempts
let shop: MadeMerchant
let owner: string
let staff: string

beforeAll(async () => {
  kontor = await startTestApp()
  shop = await kontor.make.merchant()
  db = await openAttempts(kontor, shop.merchant)
  owner = await kontor.make.cookie({ merchant: shop.merchant, roles: ['USER_ALL'] })
  staff = await kontor.make.cookie({ roles: ['PSP_ALL', 'PSP_SUPER'] })
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

/** Every endpoint that writes, as `POST /v1/plan/:id`. */
const writingEndpoints = endpoints
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`)

type Calling = () => Promise<Reply>
/** The command's name in the trail, and a call that changes something; `prepared` does the work before that call. */
type Leaving = readonly [command: string, prepared: () => Promise<Calling>]

const post = (path: string, body: object = {}, who = owner) => kontor.post(who, path, body)
const remove = (path: string, body: object = {}, who = owner) => kontor.call(who, 'DELETE', path, body)
/** Hands in a file as the body. */
const handIn = async (path: string, content: string, who = staff): Promise<Reply> => {
  const headers = { cookie: who, 'content-type': 'text/csv', 'x-file-name': 'file.csv' }
  const answer = await fetch(kontor.url + path, { method: 'POST', headers, body: content })
  return { status: answer.status, body: await answer.json(), headers: answer.headers }
}
const at = async <T>(made: Promise<T>, call: (made: T) => Promise<Reply>): Promise<Calling> => {
  const given = await made
  return () => call(given)
}
const now = async (call: Calling): Promise<Calling> => call

const newPlan = { name: 'Monthly', amount: 1_000, interval: 'month' }
const newDiscount = { name: 'A euro off', amount: 100 }
const newShop = { name: 'Webshop', display_name: 'The Webshop', currency_code: 'EUR' }
const newDevice = { name: 'Till', model: 'V400c', serial_number: '1', terminal_id: 'T-1' }
const limits = { largest_payment: 5, daily_volume: null, largest_refund: null, refund_days: null, reason: 'Agreed' }
const parts = { has_collecting: true, has_subscriptions: false, has_terminals: true, reason: 'Agreed' }
const mailSender = { mail_name: 'Bloom', mail_reply_to: null, mail_language: null, reason: 'Agreed' }
const retention = {
  ...{ keep_webhooks_days: 30, keep_notification_contents_days: null, keep_link_events_days: null },
  ...{ keep_terminal_requests_days: null, keep_import_files_days: null, reason: 'Agreed' },
}
const capturing = { partial_capture: false, capture_after_days: null, release_after_days: null, reason: 'Agreed' }
const newRouting = (processor: string) => ({
  payment_product: 'card',
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  details: { if: [{ name: 'amount', operator: '>', value: 100 }], then: processor, else: processor },
})
const newRoutingRow = () => kontor.make.routing(shop.merchant, { processors: [shop.processor] })
const changedRoutingRow = async () => {
  const id = await newRoutingRow()
  await post(`/v1/routing/${id}`, { version: 1, currency_code: 'USD' })
  return id
}
const newMiddleware = { name: 'Score', url: 'https://score.example/ask' }
const newRuleset = {
  ...{ name: 'High', action: 'block' },
  rules: [{ name: 'amount', operator: '>=', value: 10_000 }],
}
const newTag = { text: 'Fragile', color: '#c92a2a' }
const newOneOff = {
  ...{ date: new Date().toISOString().slice(0, 10), kind: 'CHARGE', amount: -995, vat: false },
  ...{ description_nl: 'Sleutel', description_en: 'Key', currency_code: 'EUR' },
}
const newBundle = { roles: ['TAG_LIST'] }
const newWelcome = { name: 'Welcome', content: 'Hallo [name]: [url]' }
const newSettlementSchedule = () => ({ name: `Daily ${randomUUID()}`, frequency: 'DAILY' })
const newReportSchedule = {
  ...{ name: 'Daily', type: 'transaction', columns: ['id'], file_format: 'csv', time_zone: 'UTC', frequency: 'DAILY' },
  ...{ at_time: '06:00', period: 'PREVIOUS_DAY' },
}
const newKey = { name: 'Till', roles: ['TAG_LIST'] }
const design = () => kontor.make.checkoutDesign(shop.merchant)
const discount = () => kontor.make.discount(shop.merchant)
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

const contradicted = async () =>
  kontor.make.contradiction(shop, await kontor.make.transaction(shop, { status: 'ABANDONED', amount: 5_000 }))

const doubted = async () => {
  const { id } = await kontor.make.scheduled(shop, { amount: 5_000 })
  const payment = await kontor.make.transaction(shop, { status: 'SETTLEMENT_COMPLETED', amount: 5_000 })
  const about = `scheduled payment ${id} by ${payment.id}`
  return kontor.make.contradiction(shop, payment, { kind: 'not_understood', about, they_say: 'MAY_BE_CHARGED' })
}

const offered = async (status: 'PENDING' | 'ACCEPTED' | 'DECLINED' = 'PENDING') =>
  kontor.make.share(shop.merchant, {
    ...{ processor: shop.processor, status },
    to: await kontor.make.organisation(shop.merchant),
  })

const account = (status: BankAccountStatus) =>
  kontor.make.bankAccount(shop.merchant, { status, name_check: 'UNAVAILABLE' })
let accounts = 5_000
const newAccount = () => ({ holder: 'Bloom', iban: invented(++accounts), currency_code: 'EUR' })
async function documented() {
  const id = await account('UNVERIFIED')
  const { body } = await handIn(`/v1/bankaccount/${id}/document`, '%PDF-1.7\n%%EOF', owner)
  return { id, document: body.id as string }
}
/** A settlement that waits for the approval of its payout. */
async function payable() {
  const bank_account = await account('VERIFIED')
  return { id: await kontor.make.settlement(shop.merchant, { bank_account }), account: bank_account }
}
async function approvedPayout(): Promise<string> {
  const { id, account: bank_account } = await payable()
  await post(`/v1/psp/settlement/${id}/approve`, { bank_account }, staff)
  return id
}
/** An order of somebody else, so that `staff` may approve it. */
async function madeOrder(): Promise<{ id: string; sha256: string }> {
  await approvedPayout()
  const psp_bank_account = await kontor.make.pspBankAccount()
  const other = await kontor.make.cookie({ roles: ['PSP_ALL'] })
  return (await post('/v1/psp/paymentorder', { psp_bank_account }, other)).body
}
async function approvedOrder(): Promise<string> {
  const { id, sha256 } = await madeOrder()
  await post(`/v1/psp/paymentorder/${id}/approve`, { sha256 }, staff)
  return id
}
const updateOf = (settlement: string, kind: string, from_status: string) => {
  const told = { reason: 'The bank told us so', paid_on: '2026-01-05', bank_reference: 'BANK-1' }
  const body = kind === 'PAID' ? told : { reason: told.reason }
  return post('/v1/psp/settlementupdate', { settlement, kind, from_status, ...body }, staff)
}
/** An update about much money that waits for a second person. */
async function waitingUpdate(): Promise<string> {
  await kontor.make.pspBankAccount()
  const bank_account = await account('VERIFIED')
  const id = await kontor.make.settlement(shop.merchant, { bank_account, captured: 500_000 })
  await post(`/v1/psp/settlement/${id}/approve`, { bank_account }, staff)
  return (await updateOf(id, 'PAID', 'APPROVED')).body.id
}
const newConnection = {
  ...{ company_code: 'KNTR', chart_of_accounts: 'INT', currency_code: 'EUR', document_type: 'SA' },
  ...{ frequency: 'MANUAL', since: null },
}
const newMapping = (event: string) => ({
  ...{ event, merchant: null, currency_code: null, debit_account: '113100', credit_account: '175000' },
  ...{ cost_center: null, tax_code: null },
})
/** A closed day with a transfer that is in no batch. */
async function bookedAndClosed(): Promise<void> {
  await kontor.make.sapBatch()
  const { provider } = kontor.databases
  await provider.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string }>`select book_of(${shop.merchant}, null) as id`.execute(trx)
    const transfer = { merchant_id: shop.merchant, book_id: rows[0]?.id ?? '', currency_code: 'EUR', amount: 100 }
    await book(trx, [{ ...transfer, kind: 'fee', subject_id: shop.merchant, available: 'at once' }])
  })
  await db.rows('update ledger_day set closed_through = closed_through + 1, history_from = null')
}
async function scheduledBody() {
  const customer = await kontor.make.customer(shop.merchant)
  const card = await kontor.make.card(shop, customer)
  const rest = { amount: 2_500, due_at: tomorrow(), merchant_reference: 'Box' }
  return { payment_profile: shop.profile, customer, card, ...rest }
}
/** A cost scheme, and a file by which other fees were charged than it expects. */
async function chargedScheme(): Promise<{ id: string }> {
  const made = await kontor.make.scheme({ type: 'COST' })
  const settlement = await kontor.make.processorSettlement(shop.merchant)
  const [file] = await db.rows(
    `insert into processor_settlement_file (merchant_id, id, processor_settlement_id, received_at, name, sha256, content, is_proof)
      values ($1, gen_random_uuid(), $2, now(), 'charged.csv', sha256($3), $3, false) returning id`,
    [shop.merchant, settlement, Buffer.from(made.id)],
  )
  await db.rows(
    `with fee as (
      insert into processor_settlement_line (merchant_id, file_id, line, kind, type, currency_code, gross, net, interchange, scheme_fees,
        markup, commission)
      select $1, $2, at, 'payment', 'Payment', 'EUR', at * 1000, at * 1000 - 40, 0, 0, 0, 40 from generate_series(1, 25) at returning line)
    insert into reconciled_line (merchant_id, file_id, line, kind, matched, subject_id, decided_on, currency_code, expected_cost,
      charged_cost, scheme_line)
    select $1, $2, fee.line, 'payment', 'EXACT', gen_random_uuid(), current_date, 'EUR', 25, 40, l.id
    from fee cross join scheme_line l where l.version_id = $3`,
    [shop.merchant, file?.['id'], made.version],
  )
  return made
}
/** The commands of schemes of one type. */
function ofSchemes(word: string, type: SchemeType): Record<string, Leaving> {
  const base = `/v1/psp/${word}scheme`
  const valid_from = '2999-01-01'
  const active = () => kontor.make.scheme({ type })
  const draft = () => kontor.make.scheme({ type, valid_from: null })
  const submitted = () => kontor.make.scheme({ type, valid_from: null, isSubmitted: true })
  const second = async () => {
    const { id } = await active()
    await post(`${base}/${id}/version`, {}, staff)
    const { versions } = (await kontor.get(staff, `${base}/${id}/version`)).body
    return { id, version: versions[0].id }
  }
  const lines = type === 'RESERVE' ? { lines: [], hold_days: 1 } : { lines: [{ event: 'capture', fixed: 1, ppm: 0 }] }
  const of = (verb: string) => verb.replace('scheme', `${word}-scheme`)
  return {
    [`POST ${base}`]: [of('create-scheme'), () => now(() => post(base, { name: `New ${type}` }, staff))],
    [`POST ${base}/:id`]: [
      of('update-scheme'),
      () => at(active(), ({ id }) => post(`${base}/${id}`, { active: false }, staff)),
    ],
    [`DELETE ${base}/:id`]: [of('delete-scheme'), () => at(draft(), ({ id }) => remove(`${base}/${id}`, {}, staff))],
    [`POST ${base}/:id/version`]: [
      of('create-scheme-version'),
      () => at(active(), ({ id }) => post(`${base}/${id}/version`, {}, staff)),
    ],
    [`POST ${base}/:id/version/:version`]: [
      of('save-scheme-version'),
      () =>
        at(draft(), ({ id, version }) => post(`${base}/${id}/version/${version}`, { revision: 1, ...lines }, staff)),
    ],
    [`DELETE ${base}/:id/version/:version`]: [
      of('delete-scheme-version'),
      () => at(second(), ({ id, version }) => remove(`${base}/${id}/version/${version}`, {}, staff)),
    ],
    [`POST ${base}/:id/version/:version/submit`]: [
      of('submit-scheme-version'),
      () => at(draft(), ({ id, version }) => post(`${base}/${id}/version/${version}/submit`, { revision: 1 }, staff)),
    ],
    [`POST ${base}/:id/version/:version/withdraw`]: [
      of('withdraw-scheme-version'),
      () => at(submitted(), ({ id, version }) => post(`${base}/${id}/version/${version}/withdraw`, {}, staff)),
    ],
    [`POST ${base}/:id/version/:version/activate`]: [
      of('activate-scheme-version'),
      () =>
        at(submitted(), ({ id, version }) =>
          post(`${base}/${id}/version/${version}/activate`, { revision: 1, valid_from }, staff),
        ),
    ],
    [`POST ${base}/:id/merchant`]: [
      of('assign-scheme'),
      () => at(active(), ({ id }) => post(`${base}/${id}/merchant`, { merchants: [shop.merchant], valid_from }, staff)),
    ],
    [`POST ${base}/:id/unassign`]: [
      of('unassign-scheme'),
      async () => {
        const { merchant } = await kontor.make.merchant()
        const { id } = await kontor.make.scheme({ type, merchants: [merchant] })
        return () => post(`${base}/${id}/unassign`, { merchants: [merchant], valid_from }, staff)
      },
    ],
    [`POST ${base}/:id/default`]: [
      of('set-default-scheme'),
      () => at(active(), ({ id }) => post(`${base}/${id}/default`, { valid_from }, staff)),
    ],
  }
}

const madeTag = async (text: string): Promise<string> => (await post('/v1/tag', { ...newTag, text })).body.id
const newPeople = {
  people: [{ email: 'pia@shop.example' }],
  roles: ['TAG_LIST'],
  language: 'nl',
}
const invited = async (): Promise<string> => {
  const people = [{ email: `guest${randomUUID()}@shop.example` }]
  const { results } = (await post('/v1/user', { ...newPeople, people, organisation: shop.merchant })).body
  return results[0].user
}
const madeBundle = async (name: string): Promise<string> =>
  (await post('/v1/rolebundle', { ...newBundle, name })).body.id
const madeKey = async (): Promise<string> =>
  (await post('/v1/apikey', { ...newKey, organisation: shop.merchant })).body.id
const subscribedWith = async () => {
  const given = await discount()
  return { given, id: await kontor.make.subscription(shop, { discount: given }) }
}
async function switchedOff(): Promise<string> {
  const url = 'https://gone.example/hook'
  await db.rows(
    `insert into webhook_address (merchant_id, address_key, url, switched_off_at, switched_off_reason)
     values ($1, address_key($2), $2, now(), 'gone')`,
    [shop.merchant, url],
  )
  return url
}
const security = {
  password_policy: { length: 14, number: true, uppercase: true, lowercase: true, special: true },
  mfa_required: 'none',
}

const signOn = {
  ...{ active: false, issuer: 'https://login.example', client_id: 'kontor', client_secret: 'a secret of the tests' },
  ...{ domains: ['shop.example'], password_allowed: true, factor_values: [], groups_claim: null, groups: [] },
}

const newMerchant = {
  ...{ name: 'Kaashandel De Wit', country_code: 'NL', language: 'nl', time_zone: 'Europe/Amsterdam' },
  ...{ base_currency: 'EUR', mcc: '5451', user_name: 'Wil de Wit', user_email: 'wil@kaas.example' },
}

const details = Object.entries(credential).map(([name, value]) => ({ name, value }))
async function newProcessor() {
  const { id: user } = await kontor.make.user({ merchant: shop.merchant })
  const named = { name: 'Cards', description: 'Our account', organisation: shop.merchant, user }
  return { ...named, gateway: 'sandbox', mode: 'test', payment_product: 'card', details }
}
async function newSettlement() {
  const { mode, payment_product: _, ...named } = await newProcessor()
  return { ...named, mode, processor_settlement_type: 'API', details: details.slice(0, 1) }
}
/** A processor with a second credential that works. */
async function prepared() {
  await kontor.connect(shop.merchant)
  const id = await kontor.make.processor(shop.merchant)
  await post(`/v1/processor/${id}/test`, { place: 'present' })
  await post(`/v1/processor/${id}/credential`, { version: 1, details })
  const { body } = await kontor.get(owner, `/v1/processor/${id}/setup`)
  return { id, version: body.version }
}

/** A user of the merchant with the test password, and a browser. */
async function person() {
  const password_hash = await hashPassword(password)
  return kontor.make.user({ merchant: shop.merchant, roles: ['TAG_LIST'], password_hash })
}
async function signedIn(): Promise<Visitor> {
  const who = visitor(kontor)
  await who.login((await person()).email)
  return who
}
async function withCode(who: Visitor) {
  const { token, secret } = (await who.post('/v1/profile/mfa', { type: 'google', password })).body
  return { token, code: totp(secret, new Date()) }
}
async function withFactor(): Promise<Visitor> {
  const who = await signedIn()
  await who.post('/v1/profile/mfa/confirm', await withCode(who))
  return who
}
async function link(purpose: string, user: string | null, email: string | null = null): Promise<string> {
  const secret = newSecret()
  const expires = new Date(Date.now() + 60_000)
  await db.rows(
    'insert into user_token (token_hash, user_id, purpose, email, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOf(secret), user, purpose, email, expires],
  )
  return secret
}
async function forcedSetUp() {
  const { id, email } = await person()
  await db.rows(`update platform_user set mfa_required = 'google' where id = $1`, [id])
  const who = visitor(kontor)
  const begun = { token: (await who.login(email)).body.mfa_setup_token, type: 'google' }
  const { secret } = (await who.post('/v1/auth/mfa/setup', begun)).body
  return { who, body: { ...begun, code: totp(secret, new Date()) } }
}

/** Endpoints that change configuration or a money rule. */
const leaving: Readonly<Record<string, Leaving>> = {
  'POST /v1/checkout': ['create-checkout-design', () => now(() => post('/v1/checkout', { name: 'Shop' }))],
  'POST /v1/checkout/:id': [
    'update-checkout-design',
    () => at(design(), (id) => post(`/v1/checkout/${id}`, { name: 'Other' })),
  ],
  'DELETE /v1/checkout/:id': ['delete-checkout-design', () => at(design(), (id) => remove(`/v1/checkout/${id}`))],
  'POST /v1/plan': ['create-plan', () => now(() => post('/v1/plan', { ...newPlan, payment_profile: shop.profile }))],
  'POST /v1/plan/:id': [
    'update-plan',
    () => at(kontor.make.plan(shop), (id) => post(`/v1/plan/${id}`, { ...newPlan, payment_profile: shop.profile })),
  ],
  'DELETE /v1/plan/:id': ['delete-plan', () => at(kontor.make.plan(shop), (id) => remove(`/v1/plan/${id}`))],
  'POST /v1/subscriptiondiscount': [
    'create-discount',
    () => now(() => post('/v1/subscriptiondiscount', { ...newDiscount, organisation: shop.merchant })),
  ],
  'POST /v1/subscriptiondiscount/:id': [
    'update-discount',
    () =>
      at(discount(), (id) => post(`/v1/subscriptiondiscount/${id}`, { ...newDiscount, organisation: shop.merchant })),
  ],
  'DELETE /v1/subscriptiondiscount/:id': [
    'delete-discount',
    () => at(discount(), (id) => remove(`/v1/subscriptiondiscount/${id}`)),
  ],
  'POST /v1/subscription': [
    'create-subscription',
    () =>
      at(Promise.all([kontor.make.customer(shop.merchant), kontor.make.plan(shop)]), ([customer, plan]) =>
        post('/v1/subscription', { customer, plan }),
      ),
  ],
  'POST /v1/subscription/:id': [
    'update-subscription',
    () => at(kontor.make.subscription(shop), (id) => post(`/v1/subscription/${id}`, { max_billing_cycle: 6 })),
  ],
  'POST /v1/subscription/:id/cancel': [
    'cancel-subscription',
    () => at(kontor.make.subscription(shop), (id) => post(`/v1/subscription/${id}/cancel`)),
  ],
  'POST /v1/subscription/:id/add-discount/:discountId': [
    'add-discount',
    () =>
      at(Promise.all([kontor.make.subscription(shop), discount()]), ([id, given]) =>
        post(`/v1/subscription/${id}/add-discount/${given}`),
      ),
  ],
  'DELETE /v1/subscription/:id/remove-attached-discount/:discountId': [
    'remove-attached-discount',
    () => at(subscribedWith(), ({ id, given }) => remove(`/v1/subscription/${id}/remove-attached-discount/${given}`)),
  ],
  'POST /v1/scheduledtransaction': [
    'create-scheduled-transaction',
    () => at(scheduledBody(), (body) => post('/v1/scheduledtransaction', body)),
  ],
  'POST /v1/scheduledtransaction/:id': [
    'update-scheduled-transaction',
    () => at(kontor.make.scheduled(shop), ({ id }) => post(`/v1/scheduledtransaction/${id}`, { amount: 2_600 })),
  ],
  'POST /v1/scheduledtransaction/:id/cancel': [
    'cancel-scheduled-transaction',
    () => at(kontor.make.scheduled(shop), ({ id }) => post(`/v1/scheduledtransaction/${id}/cancel`)),
  ],
  'POST /v1/psp/oneoff': [
    'create-one-off',
    () => now(() => post('/v1/psp/oneoff', { ...newOneOff, organisation: shop.merchant }, staff)),
  ],
  'POST /v1/psp/oneoff/:id': [
    'update-one-off',
    () => at(kontor.make.oneOff(shop.merchant), (id) => post(`/v1/psp/oneoff/${id}`, { vat: true }, staff)),
  ],
  'POST /v1/psp/oneoff/:id/approve': [
    'approve-one-off',
    () => at(kontor.make.oneOff(shop.merchant), (id) => post(`/v1/psp/oneoff/${id}/approve`, { version: 1 }, staff)),
  ],
  'POST /v1/psp/oneoff/:id/cancel': [
    'cancel-one-off',
    () => at(kontor.make.oneOff(shop.merchant), (id) => post(`/v1/psp/oneoff/${id}/cancel`, {}, staff)),
  ],
  'POST /v1/bankaccount': ['create-bank-account', () => now(() => post('/v1/bankaccount', newAccount()))],
  'POST /v1/bankaccount/:id/replace': [
    'replace-bank-account',
    () => at(account('VERIFIED'), (id) => post(`/v1/bankaccount/${id}/replace`, newAccount())),
  ],
  'POST /v1/bankaccount/:id/disable': [
    'disable-bank-account',
    () => at(account('VERIFIED'), (id) => post(`/v1/bankaccount/${id}/disable`)),
  ],
  'POST /v1/bankaccount/:id/verify': [
    'verify-bank-account',
    () =>
      at(documented(), ({ id, document }) =>
        post(`/v1/bankaccount/${id}/verify`, { documents: [document], reason: 'Seen' }, staff),
      ),
  ],
  'POST /v1/bankaccount/:id/reject': [
    'reject-bank-account',
    () => at(account('PENDING'), (id) => post(`/v1/bankaccount/${id}/reject`, { reason: 'Too old' }, staff)),
  ],
  'POST /v1/bankaccount/:id/namecheck': [
    'check-bank-account-name',
    () => at(account('PENDING'), (id) => post(`/v1/bankaccount/${id}/namecheck`, {}, staff)),
  ],
  'POST /v1/bankaccount/:id/document': [
    'add-bank-account-document',
    () => at(account('UNVERIFIED'), (id) => handIn(`/v1/bankaccount/${id}/document`, '%PDF-1.7\n%%EOF')),
  ],
  'DELETE /v1/bankaccount/:id/document/:document': [
    'remove-bank-account-document',
    () => at(documented(), ({ id, document }) => remove(`/v1/bankaccount/${id}/document/${document}`)),
  ],
  'POST /v1/psp/bankaccount': [
    'create-psp-bank-account',
    () => now(() => post('/v1/psp/bankaccount', { ...newAccount(), name: 'Main', kind: 'OWN' }, staff)),
  ],
  'POST /v1/psp/bankaccount/:id': [
    'update-psp-bank-account',
    () => at(kontor.make.pspBankAccount(), (id) => post(`/v1/psp/bankaccount/${id}`, { name: 'Other' }, staff)),
  ],
  'DELETE /v1/psp/bankaccount/:id': [
    'delete-psp-bank-account',
    () => at(kontor.make.pspBankAccount(), (id) => remove(`/v1/psp/bankaccount/${id}`, {}, staff)),
  ],
  'POST /v1/share': [
    'create-share',
    () =>
      at(kontor.make.organisation(shop.merchant), (to_organisation) =>
        post('/v1/share', { processor: shop.processor, to_organisation }),
      ),
  ],
  'POST /v1/share/several': [
    'create-shares',
    () =>
      at(kontor.make.organisation(shop.merchant), (to_organisation) =>
        post('/v1/share/several', { processors: [shop.processor], to_organisation }),
      ),
  ],
  'POST /v1/share/:id/accept': ['accept-share', () => at(offered(), (id) => post(`/v1/share/${id}/accept`))],
  'POST /v1/share/:id/decline': ['decline-share', () => at(offered(), (id) => post(`/v1/share/${id}/decline`))],
  'POST /v1/share/:id/withdraw': ['withdraw-share', () => at(offered(), (id) => post(`/v1/share/${id}/withdraw`))],
  'POST /v1/share/:id/revoke': [
    'revoke-share',
    () => at(offered('ACCEPTED'), (id) => post(`/v1/share/${id}/revoke`, { shops: [] })),
  ],
  'DELETE /v1/share/:id': ['delete-share', () => at(offered('DECLINED'), (id) => remove(`/v1/share/${id}`))],
  'POST /v1/rolebundle': [
    'create-role-bundle',
    () => now(() => post('/v1/rolebundle', { ...newBundle, name: 'Till' })),
  ],
  'POST /v1/rolebundle/:id': [
    'update-role-bundle',
    () => at(madeBundle('Desk'), (id) => post(`/v1/rolebundle/${id}`, { ...newBundle, name: 'Counter' })),
  ],
  'DELETE /v1/rolebundle/:id': [
    'delete-role-bundle',
    () => at(madeBundle('Gone'), (id) => remove(`/v1/rolebundle/${id}`)),
  ],
  'POST /v1/tag': ['create-tag', () => now(() => post('/v1/tag', newTag))],
  'POST /v1/tag/:id': [
    'update-tag',
    () => at(madeTag('Red'), (id) => post(`/v1/tag/${id}`, { text: 'Blue', color: '#0000ff' })),
  ],
  'POST /v1/tag/:id/merge': [
    'merge-tag',
    () => at(Promise.all([madeTag('One'), madeTag('Other')]), ([id, into]) => post(`/v1/tag/${id}/merge`, { into })),
  ],
  'POST /v1/validationruleset': [
    'create-validation-ruleset',
    () => now(() => post('/v1/validationruleset', { ...newRuleset, organisation: shop.merchant })),
  ],
  'POST /v1/validationruleset/:id': [
    'update-validation-ruleset',
    () =>
      at(kontor.make.validationRuleset(shop.merchant), (id) => post(`/v1/validationruleset/${id}`, { name: 'Other' })),
  ],
  'POST /v1/validationruleset/:id/activate': [
    'activate-validation-ruleset',
    () =>
      at(kontor.make.validationRuleset(shop.merchant, { active: false }), (id) =>
        post(`/v1/validationruleset/${id}/activate`),
      ),
  ],
  'POST /v1/validationruleset/:id/deactivate': [
    'deactivate-validation-ruleset',
    () => at(kontor.make.validationRuleset(shop.merchant), (id) => post(`/v1/validationruleset/${id}/deactivate`)),
  ],
  'DELETE /v1/validationruleset/:id': [
    'delete-validation-ruleset',
    () => at(kontor.make.validationRuleset(shop.merchant), (id) => remove(`/v1/validationruleset/${id}`)),
  ],
  'DELETE /v1/tag/:id': ['delete-tag', () => at(madeTag('Gone'), (id) => remove(`/v1/tag/${id}`))],
  'POST /v1/terminal': [
    'create-terminal',
    () => now(() => post('/v1/terminal', { ...newDevice, payment_profile: shop.profile }, staff)),
  ],
  'POST /v1/terminal/:id': [
    'update-terminal',
    () => at(kontor.make.terminal(shop), (id) => post(`/v1/terminal/${id}`, { name: 'Counter' })),
  ],
  'POST /v1/terminal/:id/activate': [
    'activate-terminal',
    () => at(kontor.make.terminal(shop, { status: 'INACTIVE' }), (id) => post(`/v1/terminal/${id}/activate`)),
  ],
  'POST /v1/terminal/:id/deactivate': [
    'deactivate-terminal',
    () => at(kontor.make.terminal(shop), (id) => post(`/v1/terminal/${id}/deactivate`)),
  ],
  'DELETE /v1/terminal/:id': [
    'delete-terminal',
    () => at(kontor.make.terminal(shop), (id) => remove(`/v1/terminal/${id}`, {}, staff)),
  ],
  'POST /v1/apikey': [
    'create-api-key',
    () => now(() => post('/v1/apikey', { ...newKey, organisation: shop.merchant })),
  ],
  'POST /v1/apikey/:id': [
    'update-api-key',
    () => at(madeKey(), (id) => post(`/v1/apikey/${id}`, { roles: ['PLAN_LIST'] })),
  ],
  'POST /v1/apikey/:id/rotate': [
    'rotate-api-key',
    () => at(madeKey(), (id) => post(`/v1/apikey/${id}/rotate`, { overlap_hours: 0 })),
  ],
  'POST /v1/apikey/:id/revoke': ['revoke-api-key', () => at(madeKey(), (id) => post(`/v1/apikey/${id}/revoke`))],
  'POST /v1/apisetting/webhooksecret/reveal': [
    'reveal-webhook-secret',
    () => now(() => post('/v1/apisetting/webhooksecret/reveal')),
  ],
  'POST /v1/apisetting/webhooksecret/rotate': [
    'rotate-webhook-secret',
    () => now(() => post('/v1/apisetting/webhooksecret/rotate', { overlap_hours: 0 })),
  ],
  'POST /v1/apisetting/webhookaddress/switch-on': [
    'switch-on-webhook-address',
    () => at(switchedOff(), (url) => post('/v1/apisetting/webhookaddress/switch-on', { url })),
  ],
  'POST /v1/organisation': [
    'create-organisation',
    () => now(() => post('/v1/organisation', { name: 'North', country_code: 'NL', parent: shop.merchant })),
  ],
  'POST /v1/organisation/:id': [
    'update-organisation',
    () =>
      at(kontor.make.organisation(shop.merchant), (id) =>
        post(`/v1/organisation/${id}`, { name: 'South', country_code: 'BE', parent: shop.merchant }),
      ),
  ],
  'DELETE /v1/organisation/:id': [
    'delete-organisation',
    () => at(kontor.make.organisation(shop.merchant), (id) => remove(`/v1/organisation/${id}`)),
  ],
  'POST /v1/processor': ['create-processor', () => at(newProcessor(), (body) => post('/v1/processor', body, staff))],
  'POST /v1/processor/:id': [
    'update-processor',
    () => at(kontor.make.processor(shop.merchant), (id) => post(`/v1/processor/${id}`, { name: 'Other' }, staff)),
  ],
  'POST /v1/processor/:id/activate': [
    'activate-processor',
    () =>
      at(kontor.make.processor(shop.merchant, { active: false }), (id) =>
        post(`/v1/processor/${id}/activate`, {}, staff),
      ),
  ],
  'POST /v1/processor/:id/deactivate': [
    'deactivate-processor',
    () => at(kontor.make.processor(shop.merchant), (id) => post(`/v1/processor/${id}/deactivate`, {}, staff)),
  ],
  'POST /v1/processorsettlement': [
    'create-processor-settlement',
    () => at(newSettlement(), (body) => post('/v1/processorsettlement', body, staff)),
  ],
  'POST /v1/processorsettlement/:id': [
    'update-processor-settlement',
    () =>
      at(kontor.make.processorSettlement(shop.merchant), (id) =>
        post(`/v1/processorsettlement/${id}`, { name: 'Other' }, staff),
      ),
  ],
  'POST /v1/processorsettlement/:id/activate': [
    'activate-processor-settlement',
    () =>
      at(kontor.make.processorSettlement(shop.merchant, { active: false }), (id) =>
        post(`/v1/processorsettlement/${id}/activate`, {}, staff),
      ),
  ],
  'POST /v1/processorsettlement/:id/deactivate': [
    'deactivate-processor-settlement',
    () =>
      at(kontor.make.processorSettlement(shop.merchant), (id) =>
        post(`/v1/processorsettlement/${id}/deactivate`, {}, staff),
      ),
  ],
  'POST /v1/processor/:id/credential': [
    'prepare-processor-credential',
    () =>
      at(kontor.make.processor(shop.merchant), (id) => post(`/v1/processor/${id}/credential`, { version: 1, details })),
  ],
  'POST /v1/processor/:id/credential/switch': [
    'switch-processor-credential',
    () => at(prepared(), ({ id, version }) => post(`/v1/processor/${id}/credential/switch`, { version }, staff)),
  ],
  'DELETE /v1/processor/:id/credential': [
    'drop-processor-credential',
    () => at(prepared(), ({ id, version }) => remove(`/v1/processor/${id}/credential`, { version }, staff)),
  ],
  'POST /v1/psp/invoiceparticulars': [
    'set-invoice-particulars',
    () =>
      now(() =>
        post(
          '/v1/psp/invoiceparticulars',
          {
            ...{ legal_name: 'Kontor B.V.', address: 'Keizersgracht 1', postal_code: '1015 CJ', locality: 'Amsterdam' },
            ...{ chamber_of_commerce: '12345678', vat_number: 'NL 1234.56.789.B01' },
          },
          staff,
        ),
      ),
  ],
  'POST /v1/psp/settlementschedule': [
    'create-settlement-schedule',
    () => now(() => post('/v1/psp/settlementschedule', newSettlementSchedule(), staff)),
  ],
  'POST /v1/psp/settlementschedule/:id': [
    'update-settlement-schedule',
    () =>
      at(kontor.make.settlementSchedule(), (id) =>
        post(`/v1/psp/settlementschedule/${id}`, newSettlementSchedule(), staff),
      ),
  ],
  'DELETE /v1/psp/settlementschedule/:id': [
    'delete-settlement-schedule',
    () => at(kontor.make.settlementSchedule(), (id) => remove(`/v1/psp/settlementschedule/${id}`, {}, staff)),
  ],
  'POST /v1/psp/settlementschedule/:id/skip': [
    'skip-settlement-schedule',
    async () => {
      const id = await kontor.make.settlementSchedule()
      const { body } = await kontor.get(staff, `/v1/psp/settlementschedule/${id}/dates`)
      return () => post(`/v1/psp/settlementschedule/${id}/skip`, { day: body.dates[0].day, reason: 'A holiday' }, staff)
    },
  ],
  'POST /v1/psp/package': [
    'create-package',
    () => now(() => post('/v1/psp/package', { name: 'New package', currency_code: 'EUR' }, staff)),
  ],
  'POST /v1/psp/package/:id': [
    'update-package',
    () => at(kontor.make.pricePackage(), (id) => post(`/v1/psp/package/${id}`, { delay_days: 3 }, staff)),
  ],
  'DELETE /v1/psp/package/:id': [
    'delete-package',
    () => at(kontor.make.pricePackage(), (id) => remove(`/v1/psp/package/${id}`, {}, staff)),
  ],
  'POST /v1/psp/package/:id/scheme': [
    'change-package-schemes',
    async () => {
      const { id: revenue_scheme } = await kontor.make.scheme()
      const id = await kontor.make.pricePackage()
      return () => post(`/v1/psp/package/${id}/scheme`, { revenue_scheme, valid_from: '2999-01-01' }, staff)
    },
  ],
  'POST /v1/psp/package/:id/merchant': [
    'assign-package',
    () =>
      at(kontor.make.pricePackage(), (id) =>
        post(`/v1/psp/package/${id}/merchant`, { merchants: [shop.merchant], valid_from: '2999-01-01' }, staff),
      ),
  ],
  'POST /v1/psp/package/:id/leave': [
    'leave-package',
    () =>
      at(kontor.make.pricePackage({ merchants: [shop.merchant], assigned_from: '2999-01-02' }), (id) =>
        post(`/v1/psp/package/${id}/leave`, { merchants: [shop.merchant], valid_from: '2999-01-02' }, staff),
      ),
  ],
  'POST /v1/psp/settlementprofile': [
    'create-settlement-profile',
    () =>
      at(kontor.make.bankAccount(shop.merchant), (bank_account) =>
        post(
          '/v1/psp/settlementprofile',
          { name: 'Weekly', organisation: shop.merchant, currency_code: 'EUR', bank_account, book: 'BANK_ACCOUNT' },
          staff,
        ),
      ),
  ],
  'POST /v1/psp/settlementprofile/:id': [
    'update-settlement-profile',
    () =>
      at(kontor.make.settlementProfile(shop.merchant), (id) =>
        post(`/v1/psp/settlementprofile/${id}`, { minimum: 5_000 }, staff),
      ),
  ],
  'POST /v1/psp/settlementprofile/:id/hold': [
    'hold-settlement-profile',
    () =>
      at(kontor.make.settlementProfile(shop.merchant), (id) =>
        post(`/v1/psp/settlementprofile/${id}/hold`, { reason: 'Somebody asked' }, staff),
      ),
  ],
  'POST /v1/psp/settlementprofile/:id/release': [
    'release-settlement-profile',
    () =>
      at(kontor.make.settlementProfile(shop.merchant, { hold_reason: 'Somebody asked' }), (id) =>
        post(`/v1/psp/settlementprofile/${id}/release`, {}, staff),
      ),
  ],
  'DELETE /v1/psp/settlementprofile/:id': [
    'delete-settlement-profile',
    () =>
      at(kontor.make.settlementProfile(shop.merchant), (id) => remove(`/v1/psp/settlementprofile/${id}`, {}, staff)),
  ],
  'POST /v1/psp/settlement/:id/approve': [
    'approve-payout',
    () =>
      at(payable(), ({ id, account }) => post(`/v1/psp/settlement/${id}/approve`, { bank_account: account }, staff)),
  ],
  'POST /v1/psp/settlement/:id/takeback': [
    'take-back-payout',
    () => at(approvedPayout(), (id) => post(`/v1/psp/settlement/${id}/takeback`, {}, staff)),
  ],
  'POST /v1/psp/paymentorder': [
    'create-payment-order',
    () =>
      at(Promise.all([kontor.make.pspBankAccount(), approvedPayout()]), ([psp_bank_account]) =>
        post('/v1/psp/paymentorder', { psp_bank_account }, staff),
      ),
  ],
  'POST /v1/psp/paymentorder/:id/approve': [
    'approve-payment-order',
    () => at(madeOrder(), ({ id, sha256 }) => post(`/v1/psp/paymentorder/${id}/approve`, { sha256 }, staff)),
  ],
  'POST /v1/psp/paymentorder/:id/file': [
    'take-payment-order-file',
    () => at(approvedOrder(), (id) => post(`/v1/psp/paymentorder/${id}/file`, {}, staff)),
  ],
  'POST /v1/psp/paymentorder/:id/withdraw': [
    'withdraw-payment-order',
    () =>
      at(kontor.make.paymentOrder(), (id) => post(`/v1/psp/paymentorder/${id}/withdraw`, { reason: 'Late' }, staff)),
  ],
  'POST /v1/psp/settlementupdate': [
    'create-settlement-update',
    () => at(kontor.make.settlement(shop.merchant), (id) => updateOf(id, 'HOLD', 'CLOSED')),
  ],
  'POST /v1/psp/settlementupdate/:id/approve': [
    'approve-settlement-update',
    () =>
      at(waitingUpdate(), async (id) => {
        const other = await kontor.make.cookie({ roles: ['PSP_SUPER'] })
        return post(`/v1/psp/settlementupdate/${id}/approve`, {}, other)
      }),
  ],
  'POST /v1/psp/sapconnection': [
    'update-sap-connection',
    () => now(() => post('/v1/psp/sapconnection', { ...newConnection, document_type: 'ZA' }, staff)),
  ],
  'POST /v1/psp/sapmapping': [
    'create-sap-mapping',
    () => now(() => post('/v1/psp/sapmapping', newMapping('refund'), staff)),
  ],
  'POST /v1/psp/sapmapping/:id': [
    'update-sap-mapping',
    () =>
      at(kontor.make.sapMapping({ event: 'fee', debit_account: '1' }), (id) =>
        post(`/v1/psp/sapmapping/${id}`, newMapping('fee'), staff),
      ),
  ],
  'DELETE /v1/psp/sapmapping/:id': [
    'delete-sap-mapping',
    () => at(kontor.make.sapMapping({ event: 'vat' }), (id) => remove(`/v1/psp/sapmapping/${id}`, {}, staff)),
  ],
  'POST /v1/psp/sapbatch/:id/file': [
    'take-sap-batch-file',
    () =>
      at(Promise.all([kontor.make.sapBatch(), kontor.make.sapMapping()]), ([id]) =>
        post(`/v1/psp/sapbatch/${id}/file`, { format: 'CSV' }, staff),
      ),
  ],
  'POST /v1/psp/sapbatch/:id/acknowledge': [
    'acknowledge-sap-batch',
    () =>
      at(kontor.make.sapBatch({ status: 'SENT' }), (id) =>
        post(`/v1/psp/sapbatch/${id}/acknowledge`, { sap_reference: '4900000012' }, staff),
      ),
  ],
  'POST /v1/psp/sapbatch/:id/reject': [
    'reject-sap-batch',
    () =>
      at(kontor.make.sapBatch({ status: 'SENT' }), (id) =>
        post(`/v1/psp/sapbatch/${id}/reject`, { reason: 'The period is closed' }, staff),
      ),
  ],
  // After the other batches, which have days before this one.
  'POST /v1/psp/sapbatch': [
    'create-sap-batches',
    () => at(bookedAndClosed(), () => post('/v1/psp/sapbatch', {}, staff)),
  ],
  'POST /v1/psp/settlement/:id/hold': [
    'hold-settlement',
    () =>
      at(kontor.make.settlement(shop.merchant), (id) =>
        post(`/v1/psp/settlement/${id}/hold`, { reason: 'Somebody asked' }, staff),
      ),
  ],
  'POST /v1/psp/settlement/:id/mail': [
    'mail-settlement',
    async () => {
      const profile = await kontor.make.settlementProfile(shop.merchant, { recipients: ['books@test.example'] })
      return at(kontor.make.settlement(shop.merchant, { profile }), (id) =>
        post(`/v1/psp/settlement/${id}/mail`, {}, staff),
      )
    },
  ],
  'POST /v1/psp/settlement/:id/release': [
    'release-settlement',
    () =>
      at(kontor.make.settlement(shop.merchant, { status: 'ON_HOLD' }), (id) =>
        post(`/v1/psp/settlement/${id}/release`, {}, staff),
      ),
  ],
  'POST /v1/psp/import': [
    'create-import',
    () => now(() => handIn(`/v1/psp/import?type=customer&into=${shop.merchant}`, 'reference\nA\n')),
  ],
  'POST /v1/psp/import/:id/check': [
    'check-import',
    () =>
      at(kontor.make.importOf(shop.merchant), (id) =>
        post(
          `/v1/psp/import/${id}/check`,
          { mapping: { reference: '{reference}' }, delimiter: ';', encoding: 'utf-8', decimal: '.' },
          staff,
        ),
      ),
  ],
  'POST /v1/psp/import/:id/start': [
    'start-import',
    () =>
      at(kontor.make.importOf(shop.merchant, { status: 'VALIDATED' }), (id) =>
        post(`/v1/psp/import/${id}/start`, {}, staff),
      ),
  ],
  'POST /v1/psp/import/:id/cancel': [
    'cancel-import',
    () => at(kontor.make.importOf(shop.merchant), (id) => post(`/v1/psp/import/${id}/cancel`, {}, staff)),
  ],
  'POST /v1/psp/import/:id/rerun': [
    'rerun-import',
    () =>
      at(kontor.make.importOf(shop.merchant, { status: 'PARTLY_DONE', rows_rejected: 1 }), (id) =>
        post(`/v1/psp/import/${id}/rerun`, {}, staff),
      ),
  ],
  'POST /v1/psp/import/:id/revert': [
    'revert-import',
    () =>
      at(kontor.make.importOf(shop.merchant, { status: 'DONE', rows_new: 1 }), (id) =>
        post(`/v1/psp/import/${id}/revert`, {}, staff),
      ),
  ],
  'POST /v1/reportschedule': ['create-report-schedule', () => now(() => post('/v1/reportschedule', newReportSchedule))],
  'POST /v1/reportschedule/:id': [
    'update-report-schedule',
    () => at(kontor.make.reportSchedule(shop.merchant), (id) => post(`/v1/reportschedule/${id}`, newReportSchedule)),
  ],
  'DELETE /v1/reportschedule/:id': [
    'delete-report-schedule',
    () => at(kontor.make.reportSchedule(shop.merchant), (id) => remove(`/v1/reportschedule/${id}`)),
  ],
  ...ofSchemes('revenue', 'REVENUE'),
  ...ofSchemes('cost', 'COST'),
  'POST /v1/psp/costscheme/:id/charged': [
    'draft-charged-costs',
    () => at(chargedScheme(), ({ id }) => post(`/v1/psp/costscheme/${id}/charged`, {}, staff)),
  ],
  ...ofSchemes('reserve', 'RESERVE'),
  ...ofSchemes('partner', 'PARTNER'),
  'POST /v1/psp/welcomemail': ['create-welcome-mail', () => now(() => post('/v1/psp/welcomemail', newWelcome, staff))],
  'POST /v1/psp/welcomemail/:id': [
    'update-welcome-mail',
    () => at(kontor.make.welcomeMail(), (id) => post(`/v1/psp/welcomemail/${id}`, { default: true }, staff)),
  ],
  'DELETE /v1/psp/welcomemail/:id': [
    'delete-welcome-mail',
    () => at(kontor.make.welcomeMail(), (id) => remove(`/v1/psp/welcomemail/${id}`, {}, staff)),
  ],
  'POST /v1/psp/merchant': ['create-merchant', () => now(() => post('/v1/psp/merchant', newMerchant, staff))],
  'POST /v1/paymentprofile': [
    'create-payment-profile',
    () => now(() => post('/v1/paymentprofile', { ...newShop, organisation: shop.merchant })),
  ],
  'POST /v1/paymentprofile/:id/processors': [
    'set-payment-profile-processors',
    () =>
      at(kontor.make.profile(shop.merchant), (id) =>
        post(`/v1/paymentprofile/${id}/processors`, { processors: [shop.processor], seen: [] }),
      ),
  ],
  'POST /v1/paymentprofile/:id/middleware': [
    'set-payment-profile-middleware',
    () =>
      at(kontor.make.middleware(shop.merchant), (id) =>
        post(`/v1/paymentprofile/${shop.profile}/middleware`, { middleware: [id], seen: [] }, staff),
      ),
  ],
  'POST /v1/routing': [
    'create-routing',
    () => now(() => post('/v1/routing', { ...newRouting(shop.processor), organisation: shop.merchant, name: 'Cheap' })),
  ],
  'POST /v1/routing/:id': [
    'update-routing',
    () => at(newRoutingRow(), (id) => post(`/v1/routing/${id}`, { version: 1, name: 'Another routing' })),
  ],
  'POST /v1/routing/:id/restore': [
    'restore-routing',
    () => at(changedRoutingRow(), (id) => post(`/v1/routing/${id}/restore`, { version: 2, restored: 1 })),
  ],
  'DELETE /v1/routing/:id': ['delete-routing', () => at(newRoutingRow(), (id) => remove(`/v1/routing/${id}`))],
  'POST /v1/middleware': [
    'create-middleware',
    () => now(() => post('/v1/middleware', { ...newMiddleware, organisation: shop.merchant }, staff)),
  ],
  'POST /v1/middleware/:id': [
    'update-middleware',
    () => at(kontor.make.middleware(shop.merchant), (id) => post(`/v1/middleware/${id}`, { name: 'Other' }, staff)),
  ],
  'POST /v1/middleware/:id/activate': [
    'activate-middleware',
    () =>
      at(kontor.make.middleware(shop.merchant, { active: false }), (id) =>
        post(`/v1/middleware/${id}/activate`, {}, staff),
      ),
  ],
  'POST /v1/middleware/:id/deactivate': [
    'deactivate-middleware',
    () => at(kontor.make.middleware(shop.merchant), (id) => post(`/v1/middleware/${id}/deactivate`, {}, staff)),
  ],
  'POST /v1/middleware/:id/secret': [
    'rotate-middleware-secret',
    () => at(kontor.make.middleware(shop.merchant), (id) => post(`/v1/middleware/${id}/secret`, {}, staff)),
  ],
  'DELETE /v1/middleware/:id': [
    'delete-middleware',
    () => at(kontor.make.middleware(shop.merchant), (id) => remove(`/v1/middleware/${id}`, {}, staff)),
  ],
  'DELETE /v1/paymentprofile/:id': [
    'delete-payment-profile',
    () => at(kontor.make.profile(shop.merchant), (id) => remove(`/v1/paymentprofile/${id}`)),
  ],
  'POST /v1/paymentprofile/:id': [
    'update-payment-profile',
    () => now(() => post(`/v1/paymentprofile/${shop.profile}`, { webhook_failed_email: 'ops@shop.example' })),
  ],
  'POST /v1/psp/contradiction/:id/take-over': [
    'take-over-contradiction',
    () => at(contradicted(), (id) => post(`/v1/psp/contradiction/${id}/take-over`, {}, staff)),
  ],
  'POST /v1/psp/contradiction/:id/pay-back': [
    'pay-back-contradiction',
    () => at(contradicted(), (id) => post(`/v1/psp/contradiction/${id}/pay-back`, {}, staff)),
  ],
  'POST /v1/psp/contradiction/:id/attach': [
    'attach-contradiction',
    () => at(doubted(), (id) => post(`/v1/psp/contradiction/${id}/attach`, {}, staff)),
  ],
  'POST /v1/psp/contradiction/:id/close': [
    'close-contradiction',
    () => at(contradicted(), (id) => post(`/v1/psp/contradiction/${id}/close`, { note: 'seen' }, staff)),
  ],
  'POST /v1/psp/merchant/:id': [
    'update-merchant',
    () => at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}`, { mcc: '5999' }, staff)),
  ],
  'POST /v1/psp/merchant/:id/activate': [
    'activate-merchant',
    () =>
      at(kontor.make.merchant({ active: false }), ({ merchant }) =>
        post(`/v1/psp/merchant/${merchant}/activate`, {}, staff),
      ),
  ],
  'POST /v1/psp/merchant/:id/deactivate': [
    'deactivate-merchant',
    () => at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/deactivate`, {}, staff)),
  ],
  'POST /v1/psp/merchant/:id/limits': [
    'set-merchant-limits',
    () => at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/limits`, limits, staff)),
  ],
  'POST /v1/psp/merchant/:id/capturing': [
    'set-merchant-capturing',
    () =>
      at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/capturing`, capturing, staff)),
  ],
  'POST /v1/psp/merchant/:id/modules': [
    'set-merchant-modules',
    () => at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/modules`, parts, staff)),
  ],
  'POST /v1/psp/merchant/:id/mail-sender': [
    'set-merchant-mail-sender',
    () =>
      at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/mail-sender`, mailSender, staff)),
  ],
  'POST /v1/psp/merchant/:id/retention': [
    'set-merchant-retention',
    () =>
      at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/retention`, retention, staff)),
  ],
  'POST /v1/psp/merchant/:id/security': [
    'set-merchant-security',
    () => at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/security`, security, staff)),
  ],
  'POST /v1/psp/merchant/:id/sign-on': [
    'set-sign-on',
    () => at(kontor.make.merchant(), ({ merchant }) => post(`/v1/psp/merchant/${merchant}/sign-on`, signOn, staff)),
  ],
  'POST /v1/psp/sign-on': [
    'set-provider-sign-on',
    () => now(() => post('/v1/psp/sign-on', { ...signOn, domains: ['staff.example'] }, staff)),
  ],
  'POST /v1/user': ['invite-users', () => now(() => post('/v1/user', { ...newPeople, organisation: shop.merchant }))],
  'POST /v1/user/:id': [
    'update-user',
    () => at(person(), ({ id }) => post(`/v1/user/${id}`, { roles: ['PLAN_LIST'] })),
  ],
  'POST /v1/user/:id/invitation': ['resend-invitation', () => at(invited(), (id) => post(`/v1/user/${id}/invitation`))],
  'POST /v1/user/:id/link': ['create-invitation-link', () => at(invited(), (id) => post(`/v1/user/${id}/link`))],
  'POST /v1/user/:id/disable': ['disable-user', () => at(person(), ({ id }) => post(`/v1/user/${id}/disable`))],
  'POST /v1/user/:id/enable': [
    'enable-user',
    () => at(kontor.make.user({ merchant: shop.merchant, active: false }), ({ id }) => post(`/v1/user/${id}/enable`)),
  ],
  'POST /v1/user/:id/password': ['mail-password-link', () => at(person(), ({ id }) => post(`/v1/user/${id}/password`))],
  'POST /v1/user/:id/mfa/reset': [
    'reset-mfa-of-user',
    () =>
      at(kontor.make.user({ merchant: shop.merchant, mfa_type: 'email' }), ({ id }) =>
        post(`/v1/user/${id}/mfa/reset`, { reason: 'lost the phone' }),
      ),
  ],
  'POST /v1/user/:id/sessions/end': [
    'end-sessions-of-user',
    () => at(person(), ({ id }) => post(`/v1/user/${id}/sessions/end`)),
  ],
  'DELETE /v1/user/:id': ['delete-user', () => at(person(), ({ id }) => remove(`/v1/user/${id}`))],
  'POST /v1/profile': ['update-profile', () => at(signedIn(), (who) => who.post('/v1/profile', { name: 'Zoë' }))],
  'POST /v1/profile/password': [
    'change-password',
    () =>
      at(signedIn(), (who) =>
        who.post('/v1/profile/password', { current_password: password, password: 'Another-horse-8' }),
      ),
  ],
  'POST /v1/profile/mfa/confirm': [
    'confirm-mfa',
    async () => {
      const who = await signedIn()
      return at(withCode(who), (body) => who.post('/v1/profile/mfa/confirm', body))
    },
  ],
  'POST /v1/profile/mfa/off': [
    'disable-mfa',
    () => at(withFactor(), (who) => who.post('/v1/profile/mfa/off', { password })),
  ],
  'POST /v1/auth/mfa/setup': [
    'set-up-mfa',
    () => at(forcedSetUp(), ({ who, body }) => who.post('/v1/auth/mfa/setup', body)),
  ],
  'POST /v1/auth/update-password': [
    'update-password',
    async () =>
      at(link('reset_password', (await person()).id), (token) =>
        visitor(kontor).post('/v1/auth/update-password', { token, password: 'Another-horse-8' }),
      ),
  ],
  'POST /v1/auth/update-email': [
    'update-email',
    async () => {
      const email = 'moved@test.example'
      return at(link('change_email', (await person()).id, email), (token) =>
        visitor(kontor).post('/v1/auth/update-email', { token, email }),
      )
    },
  ],
  'POST /v1/auth/set-up': [
    'set-up',
    () =>
      at(link('set_up', null), (token) =>
        visitor(kontor).post('/v1/auth/set-up', { token, email: 'first@test.example', name: 'First', password }),
      ),
  ],
  // This one comes last, because it moves the time of payments.
  'POST /v1/psp/clock': [
    'forward-clock',
    () => at(db.rows('update installation set demo = true'), () => post('/v1/psp/clock', { to: tomorrow() }, staff)),
  ],
}

/** Endpoints that leave nothing in the trail, by the reason (docs/adr/0055). */
const leavingNothing: Readonly<Record<string, readonly string[]>> = {
  'the update says itself who cancelled or rejected it, and has changed nothing': [
    'POST /v1/psp/settlementupdate/:id/cancel',
    'POST /v1/psp/statusupdate/:id/reject',
  ],
  'what becomes of a payment is told by transaction_event': [
    'POST /v1/transaction',
    'POST /v1/transaction/:id/capture',
    'POST /v1/transaction/:id/void',
    'POST /v1/transaction/:id/refund',
    'POST /v1/psp/statusupdate',
    'POST /v1/psp/statusupdate/:id/approve',
    'POST /v1/psp/stuckoperation/:id/cancel',
    'POST /v1/psp/stuckoperation/:id/resolve',
    'POST /v1/chargeback/:id/accept',
    'POST /v1/chargeback/:id/dispute',
    'POST /v1/processornotification/:merchant',
    'POST /v1/processornotification/:processor/:token',
  ],
  'it tries a payment, and the attempt says who asked for it': [
    'POST /v1/scheduledtransaction/:id/run',
    'POST /v1/scheduledtransaction/:id/retry',
  ],
  'it changes no price, and says itself who asked for it': ['POST /v1/psp/revenuescheme/:id/version/:version/rehearse'],
  'a mark on one payment is no rule': ['POST /v1/transaction/:id/tag', 'POST /v1/transaction/:id/untag'],
  'a file says itself who added it, until it is taken back': [
    'POST /v1/chargeback/:id/evidence',
    'DELETE /v1/chargeback/:id/evidence/:evidence',
  ],
  'what people do with a customer is told by customer_event, without what the customer is like': [
    'POST /v1/customer',
    'POST /v1/customer/:id',
    'DELETE /v1/customer/:id',
    'POST /v1/customer/:id/reveal',
    'POST /v1/customer/:id/erase',
    'POST /v1/card/:id/revoke',
  ],
  'what becomes of a link is told by link_event': [
    'POST /v1/paymentlink',
    'POST /v1/paymentlink/:id/mail',
    'POST /v1/paymentlink/:id/expire',
    'POST /v1/cardaddlink',
    'POST /v1/cardaddlink/:id/mail',
    'POST /v1/cardaddlink/:id/expire',
    'POST /v1/cardaddlink/:id/cancel',
    'POST /v1/pay/:token/open',
    'POST /v1/pay/:token/payments',
  ],
  'a webhook says itself who sent it, and its attempts': ['POST /v1/webhook', 'POST /v1/webhook/:id/send-again'],
  'what is removed from a cache is a row of its own': ['POST /v1/psp/cache/remove'],
  'who read a whole IBAN, or used a link of a mail, is told by a row of its own': [
    'POST /v1/bankaccount/:id/reveal',
    'POST /v1/bankaccountalarm/:token',
  ],
  'it keeps nothing': [
    'POST /v1/checkout/preview',
    'POST /v1/user/preview-access',
    'POST /v1/psp/user/preview-access',
    'POST /v1/psp/merchant/:id/security/networks',
    'POST /v1/processor/address',
    'POST /v1/processor/test',
    'POST /v1/middleware/:id/try',
    'POST /v1/validationruleset/try',
    'POST /v1/validationruleset/check',
    'POST /v1/validationruleset/backtest',
    'POST /v1/routing/try',
    'POST /v1/routing/check',
    'POST /v1/routing/backtest',
    'POST /v1/processorsettlement/test',
    'POST /v1/paymentprofile/:id/try-webhook',
    'POST /v1/psp/welcomemail/:id/preview',
    'POST /v1/psp/sign-on/try',
  ],
  'who was signed out by an issuer is told by sign_in_event': ['POST /v1/sign-on/:house/logout'],
  'what a gateway says of a credential changes nothing': [
    'POST /v1/processor/:id/test',
    'POST /v1/processorsettlement/:id/test',
  ],
  'a file of a gateway says itself who handed it in': [
    'POST /v1/processorsettlement/:id/file',
    'POST /v1/processorsettlement/:id/file/:file/read',
    'POST /v1/processorsettlement/:id/file/:file/close',
  ],
  'a difference says itself who decided it and why': [
    'POST /v1/processorsettlement/:id/difference/:difference/resolve',
    'POST /v1/processorsettlement/:id/difference/:difference/approve',
  ],
  'a statement of a bank is written once, and says who handed it in': ['POST /v1/psp/bankaccount/:id/statement'],
  'an entry of a bank says itself who decided it, and a sweep who proposed, approved and cancelled it': [
    'POST /v1/psp/bankentry/:id/match',
    'POST /v1/psp/bankentry/:id/decide',
    'POST /v1/psp/feesweep',
    'POST /v1/psp/feesweep/:id/approve',
    'POST /v1/psp/feesweep/:id/cancel',
  ],
  'a credit note is written once, and says who made it': ['POST /v1/psp/invoice/:id/credit'],
  'its transfer says who took an unpaid invoice from a settlement, and why': ['POST /v1/psp/invoice/:id/take'],
  'the mails of an invoice say themselves who asked for them': ['POST /v1/psp/invoice/:id/mail'],
  'a settlement says itself who closed it': ['POST /v1/psp/settlement/run', 'POST /v1/psp/settlementschedule/:id/run'],
  'a report is a file of what is there': [
    'POST /v1/report',
    'POST /v1/report/:id/cancel',
    'DELETE /v1/report/:id',
    'POST /v1/reportschedule/:id/run',
  ],
  'how somebody looks at lists is their own': [
    'POST /v1/savedview',
    'POST /v1/savedview/:id',
    'DELETE /v1/savedview/:id',
  ],
  'what somebody has not finished decides nothing': [
    'POST /v1/routing/:id/draft',
    'DELETE /v1/routing/:id/draft',
    'POST /v1/routing/new/draft',
    'DELETE /v1/routing/new/draft',
  ],
  'signing in and what it is done with are told by sign_in_event': [
    'POST /v1/auth/login',
    'POST /v1/auth/ways',
    'POST /v1/auth/sign-on',
    'POST /v1/auth/sign-on/return',
    'POST /v1/user/:id/identity/unlink',
    'POST /v1/auth/mfa',
    'POST /v1/auth/mfa/recovery',
    'POST /v1/auth/mfa/resend',
    'POST /v1/auth/mfa/passkey/options',
    'POST /v1/auth/mfa/passkey',
    'POST /v1/auth/passkey/options',
    'POST /v1/auth/passkey',
    'POST /v1/auth/forgot-password',
    'POST /v1/auth/check-token',
    'POST /v1/auth/logout',
    'POST /v1/auth/activity',
    'POST /v1/profile/email',
    'POST /v1/profile/mfa',
    'POST /v1/profile/factor',
    'POST /v1/profile/factor/show',
    'POST /v1/profile/recovery-codes',
    'POST /v1/profile/passkey',
    'POST /v1/profile/passkey/options',
    'DELETE /v1/profile/passkey/:id',
    'DELETE /v1/profile/session/:id',
    'POST /v1/profile/session/end-others',
    'DELETE /v1/profile/device/:id',
  ],
}

it('every endpoint that writes leaves a change, or says why not', async () => {
  const named = [...Object.keys(leaving), ...Object.values(leavingNothing).flat()]
  const said =
    'an endpoint that writes stands here in `leaving`, with a call of it, or in `leavingNothing`, with the reason'
  expect(named.sort(), said).toEqual(writingEndpoints.sort())
})

it.each(languages)('every command that leaves a change has words for the history, in %s', (language) => {
  const commands = Object.values(leaving).map(([command]) => command)
  expect(commands.filter((command) => describeAction(command, language) === command)).toEqual([])
})

it.each(Object.entries(leaving))('%s leaves who did what', async (_, [command, prepared]) => {
  const call = await prepared()
  const before = (await db.column('select id from change')) as string[]
  const reply = await call()
  expect([reply.status < 300, reply.body]).toEqual([true, reply.body])
  const left = await db.rows(
    `select command, actor_kind, ip is null as from_nowhere from change where id <> all ($1) and command is not distinct from $2`,
    [before, command],
  )
  expect(left.length).toBeGreaterThan(0)
  for (const change of left) expect(change).toMatchObject({ actor_kind: 'user', from_nowhere: false })
})
