import {
  cardAddLinkStatuses,
  cardAddLinkTransitions,
  paymentLinkStatuses,
  paymentLinkTransitions,
} from '@kontor/contract/checkout/link.rules'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import { customerStatuses } from '@kontor/contract/customers/customer.rules'
import { chargebackStatuses, chargebackTransitions } from '@kontor/contract/disputes/chargeback.rules'
import { refundStatuses, refundSteps } from '@kontor/contract/payments/refund.rules'
import {
  paymentProducts,
  transactionStatuses,
  transactionSteps,
  visitedBit,
} from '@kontor/contract/payments/transaction.rules'
import {
  paymentOrderStatuses,
  paymentOrderTransitions,
  payoutStatuses,
  payoutTransitions,
} from '@kontor/contract/payouts/payout.rules'
import {
  settlementUpdateStatuses,
  settlementUpdateTransitions,
} from '@kontor/contract/payouts/updates/settlement-update.rules'
import { differenceStatuses, differenceTransitions } from '@kontor/contract/reconciliation/reconciliation.rules'
import { sapBatchStatuses, sapBatchTransitions } from '@kontor/contract/sap/sap.rules'
import { scheduledStatuses, scheduledTransitions } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { oneOffStatuses, oneOffTransitions } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { settlementStatuses, settlementTransitions } from '@kontor/contract/settlements/settlement.rules'
import { statusUpdateStatuses, statusUpdateTransitions } from '@kontor/contract/status-updates/status-update.rules'
import type { Transitions } from '@kontor/contract/statuses/transitions'
import { subscriptionStatuses, subscriptionTransitions } from '@kontor/contract/subscriptions/subscription.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '../../src/identity/access/secrets.ts'
import { newId } from '../../src/platform/db/ids.ts'
import { startTestApp, type TestApp } from '../harness.ts'
import type { MadeMerchant } from '../make.ts'
import {
  type Attempts,
  application,
  check,
  denied,
  everyone,
  insertion,
  newChargeback,
  newRefund,
  newTransaction,
  openAttempts,
  type Values,
} from '../signing-in/attempts.ts'

let kontor: TestApp
let a: MadeMerchant
let db: Attempts

beforeAll(async () => {
  kontor = await startTestApp()
  a = await kontor.make.merchant()
  db = await openAttempts(kontor, a.merchant)
})
afterAll(async () => {
  await db.close()
  await kontor.stop()
})

const rows: Attempts['rows'] = (...statement) => db.rows(...statement)
const column: Attempts['column'] = (...statement) => db.column(...statement)
const attempt: Attempts['attempt'] = (...statement) => db.attempt(...statement)
const insert: Attempts['insert'] = (...statement) => db.insert(...statement)

describe('1: refunds stay below their ceiling', () => {
  it.each(everyone)('however %s writes them', async (who) => {
    const of = await kontor.make.transaction(a, { amount: 1000 })
    await kontor.make.refund(a, of, { amount: 700 })
    expect(await insert(who, 'refund', newRefund(a, of, { amount: 300 }))).toBe('1 rows')
    expect(await insert(who, 'refund', newRefund(a, of, { amount: 301 }))).toBe(check('transaction_refund_ceiling'))
    expect(await insert(who, 'refund', newRefund(a, of, { amount: 301, status: 'FAILED' }))).toBe('1 rows')
  })

  it.each(application)('is not for %s to preset', async (who) => {
    expect(await insert(who, 'transaction', { ...newTransaction(a), refund_reserved: 1 })).toBe(denied)
  })

  it('equals the sum of the refunds when the transaction ends', async () => {
    const of = await kontor.make.transaction(a, { amount: 1000 })
    const { id } = await kontor.make.refund(a, of, { amount: 600, status: 'PENDING' })
    const spoiled = rows(
      `with spoil as (update transaction set refund_reserved = 601 where id = $1) update refund set amount = amount where id = $2`,
      [of.id, id],
    )
    await expect(spoiled).rejects.toMatchObject({ constraint: 'refund_reserved_is_sum' })
  })

  it('moves with the refunds themselves', async () => {
    const of = await kontor.make.transaction(a, { amount: 1000 })
    const reserved = async () =>
      Number((await column('select refund_reserved from transaction where id = $1', [of.id]))[0])
    const { id } = await kontor.make.refund(a, of, { amount: 600, status: 'PENDING' })
    expect(await reserved()).toBe(600)
    await rows('update refund set amount = 400 where id = $1', [id])
    expect(await reserved()).toBe(400)
    await rows(`update refund set status = 'FAILED' where id = $1`, [id])
    expect(await reserved()).toBe(0)
  })

  it.each(application)('is out of the reach of %s', async (who) => {
    const of = await kontor.make.transaction(a)
    const { id } = await kontor.make.refund(a, of)
    for (const change of [
      'refund_reserved = 0',
      'amount = 99999',
      'merchant_id = merchant_id',
      'visited = 0',
      'created_at = now()',
    ])
      expect(await attempt(who, `update transaction set ${change} where id = $1`, [of.id])).toBe(denied)
    for (const change of ['amount = 1', 'merchant_id = merchant_id', 'transaction_id = transaction_id'])
      expect(await attempt(who, `update refund set ${change} where id = $1`, [id])).toBe(denied)
    expect(await attempt(who, 'delete from refund where id = $1', [id])).toBe(denied)
    expect(await attempt(who, 'delete from transaction where id = $1', [of.id])).toBe(denied)
  })

  it('binds the owner: nothing below 0, above the capture, or captured away beneath it', async () => {
    const of = await kontor.make.transaction(a, { amount: 1000 })
    await kontor.make.refund(a, of, { amount: 700 })
    const set = (change: string) => attempt('owner', `update transaction set ${change} where id = $1`, [of.id])
    expect(await set('refund_reserved = -1')).toBe(check('transaction_refund_ceiling'))
    expect(await set('refund_reserved = 1001')).toBe(check('transaction_refund_ceiling'))
    expect(await set('captured_amount = 699')).toBe(check('transaction_refund_ceiling'))
    expect(await set('captured_amount = 1001')).toBe(check('transaction_captured'))
  })
})

describe('2: amounts', () => {
  it.each(everyone)(
    'fit a JSON number and are not below zero, those of refunds and chargebacks above it, also when %s writes them',
    async (who) => {
      const of = await kontor.make.transaction(a)
      for (const amount of [-1, '9007199254740992'])
        expect(await insert(who, 'transaction', newTransaction(a, { amount }))).toMatch(
          /^23514 transaction_.*amount_check$/,
        )
      expect(await insert(who, 'transaction', newTransaction(a, { amount: '9007199254740991' }))).toBe('1 rows')
      expect(await insert(who, 'transaction', newTransaction(a, { amount: '9223372036854775808' }))).toBe('22003')
      for (const amount of [0, -1]) {
        expect(await insert(who, 'refund', newRefund(a, of, { amount }))).toBe(check('refund_amount_check'))
        expect(await insert(who, 'chargeback', newChargeback(a, of, { amount }))).toBe(check('chargeback_amount_check'))
      }
    },
  )

  it('are bigints wherever they are kept, and numbers of any size where they are added up', async () => {
    const kinds = await rows(`select table_name, data_type from information_schema.columns
      where table_schema = 'public' and column_name in ('amount', 'captured_amount', 'refund_reserved')
      -- A discount may be a fraction of the amount that it lowers.
      and table_name <> 'subscription_discount'`)
    expect(kinds.length).toBeGreaterThan(4)
    const others = kinds.filter(({ data_type }) => data_type !== 'bigint')
    for (const { table_name, data_type } of others)
      expect([table_name, data_type]).toEqual([expect.stringMatching(/^(statistics_|merchant_volume$)/), 'numeric'])
  })

  it.each(everyone)('are in the currency of the shop, also when %s writes them', async (who) => {
    expect(await insert(who, 'transaction', newTransaction(a, { currency_code: 'USD' }))).toMatch(
      /^23503 transaction_.*profile/,
    )
    expect(await insert(who, 'transaction', newTransaction(a, { currency_code: 'XXX' }))).toMatch(/^23503/)
  })

  it('know the currencies of the contract, each with its exponent', async () => {
    const known = await rows('select code, exponent from currency order by code')
    expect(Object.fromEntries(known.map(({ code, exponent }) => [code, exponent]))).toEqual(currencyExponents)
  })
})

const entitiesWithStatus: [string, readonly string[], Transitions<string>][] = [
  ['transaction', transactionStatuses, transactionSteps],
  ['refund', refundStatuses, refundSteps],
  ['chargeback', chargebackStatuses, chargebackTransitions],
  ['settlement', settlementStatuses, settlementTransitions],
  ['scheduled_transaction', scheduledStatuses, scheduledTransitions],
  ['subscription', subscriptionStatuses, subscriptionTransitions],
  ['one_off', oneOffStatuses, oneOffTransitions],
  ['payment_order', paymentOrderStatuses, paymentOrderTransitions],
  ['payout', payoutStatuses, payoutTransitions],
  ['reconciliation_difference', differenceStatuses, differenceTransitions],
  ['settlement_update', settlementUpdateStatuses, settlementUpdateTransitions],
  ['status_update', statusUpdateStatuses, statusUpdateTransitions],
  ['sap_batch', sapBatchStatuses, sapBatchTransitions],
  ['payment_link', paymentLinkStatuses, paymentLinkTransitions],
  ['card_add_link', cardAddLinkStatuses, cardAddLinkTransitions],
]

describe('3: a status', () => {
  it('may follow another in the database as in the contract', async () => {
    const stored = await rows('select entity, from_status, to_status from status_transition')
    const expected = entitiesWithStatus.flatMap(([entity, , table]) =>
      Object.entries(table).flatMap(([from_status, tos]) =>
        tos.map((to_status) => ({ entity, from_status, to_status })),
      ),
    )
    const text = (list: unknown[]) => list.map((one) => JSON.stringify(one)).sort()
    expect(text(stored)).toEqual(text(expected))
    const bits = await rows('select status, bit from transaction_status')
    expect(Object.fromEntries(bits.map(({ status, bit }) => [status, bit]))).toEqual(
      Object.fromEntries(transactionStatuses.map((status) => [status, visitedBit(status)])),
    )
  })

  it.each([
    ...entitiesWithStatus.map(([entity, statuses]) => [entity, 'status', statuses] as const),
    ['customer', 'status', customerStatuses] as const,
    ['transaction', 'payment_product', paymentProducts] as const,
  ])('of a %s: the CHECK of %s has the values of the contract', async (table, field, values) => {
    const [definition] = await column(
      `select pg_get_constraintdef(oid) from pg_constraint
       where conrelid = $1::regclass and contype = 'c' and conname = $2`,
      [table, `${table}_${field}_check`],
    )
    const stored = [...String(definition).matchAll(/'([^']+)'::text/g)].map(([, value]) => value)
    expect(stored.sort()).toEqual([...values].sort())
  })

  it.each(everyone)('changes only as the table says, whoever writes it: %s', async (who) => {
    // A card-add link is DONE only together with its card, and a one-off, a payout, an order and an update APPROVED only by somebody:
    // a CHECK requires it. A settlement is followed by its payout, and a batch for SAP is sent only with its lines.
    // A merchant's role reads no difference, and two persons write one off.
    const apart = ['card_add_link', 'subscription', 'one_off', 'payment_order', 'payout', 'settlement']
    for (const [entity, statuses, table] of entitiesWithStatus.filter(
      ([name]) =>
        ![...apart, 'settlement_update', 'status_update', 'sap_batch', 'reconciliation_difference'].includes(name),
    )) {
      for (const from of statuses) {
        const id = await made(entity, from)
        for (const to of statuses) {
          const answer = await attempt(who, `update ${entity} set status = $2 where id = $1`, [id, to])
          const may = from === to || table[from]?.includes(to)
          // A failed refund would need its amount again to return, so no transition leads back.
          expect([entity, from, to, answer]).toEqual([entity, from, to, may ? '1 rows' : check('status_transition')])
        }
      }
    }
  })

  async function made(entity: string, status: string): Promise<string> {
    if (entity === 'transaction') return (await kontor.make.transaction(a, { status: status as never })).id
    if (entity === 'scheduled_transaction') {
      const { id } = await kontor.make.scheduled(a, { status: status as never })
      // A scheduled payment that is over has no next attempt.
      await rows('update scheduled_transaction set next_attempt_at = null where id = $1', [id])
      return id
    }
    if (entity === 'payment_link') return kontor.make.paymentLink(a, { status: status as never })
    const of = await kontor.make.transaction(a)
    if (entity === 'refund') return (await kontor.make.refund(a, of, { status: status as never })).id
    const chargeback = newChargeback(a, of, { status })
    await rows(...insertion('chargeback', chargeback))
    return String(chargeback.id)
  }

  it.each(application)('notes by itself when it changed: %s cannot', async (who) => {
    const { id } = await kontor.make.transaction(a, { status: 'AUTHORIZED' })
    expect(await attempt(who, 'update transaction set last_status_update = now() where id = $1', [id])).toBe(denied)
    expect(await attempt(who, `update refund set last_status_update = now()`)).toBe(denied)
    const [before] = await column('select last_status_update from transaction where id = $1', [id])
    await rows(`update transaction set status = 'SETTLEMENT_REQUESTED' where id = $1`, [id])
    const [after] = await rows('select last_status_update, visited from transaction where id = $1', [id])
    expect((after?.last_status_update as Date) >= (before as Date)).toBe(true)
    expect(after?.visited).toBe(visitedBit('AUTHORIZED') | visitedBit('SETTLEMENT_REQUESTED'))
  })
})

describe('6: an idempotency key', () => {
  const key = (given: Values = {}) => ({
    merchant_id: a.merchant,
    key: 'K-1',
    request_hash: hashOf('x'),
    response_status: 201,
    response_body: '{}',
    ...given,
  })

  it.each(everyone)('is used once per merchant, with the hash of what was asked: %s', async (who) => {
    await rows(...insertion('idempotency_key', key({ key: `taken-${who}` })))
    expect(await insert(who, 'idempotency_key', key({ key: `taken-${who}` }))).toBe('23505 idempotency_key_pkey')
    expect(await insert(who, 'idempotency_key', key({ request_hash: null }))).toMatch(/^23502/)
    expect(await insert(who, 'idempotency_key', key({ request_hash: Buffer.from('short') }))).toMatch(/^23514/)
    expect(await insert(who, 'idempotency_key', key({ key: '' }))).toMatch(/^23514/)
    expect(await insert(who, 'idempotency_key', key())).toBe('1 rows')
  })

  it.each(application)('is not given another meaning by %s', async (who) => {
    expect(await attempt(who, 'update idempotency_key set request_hash = request_hash')).toBe(denied)
    expect(await attempt(who, `update idempotency_key set key = 'x'`)).toBe(denied)
  })
})

describe('7: events and the outbox', () => {
  it('has an event for every change of status, written with it', async () => {
    const of = await kontor.make.transaction(a, { status: 'AUTHORIZED' })
    await rows(`update transaction set status = 'SETTLEMENT_REQUESTED' where id = $1`, [of.id])
    await rows(`update transaction set status_reason = 'no change of status' where id = $1`, [of.id])
    await rows('update transaction set captured_amount = amount where id = $1', [of.id])
    await kontor.make.refund(a, of, { status: 'PENDING' })
    const events = await rows(
      'select entity, from_status, to_status from transaction_event where transaction_id = $1 order by id',
      [of.id],
    )
    expect(events).toEqual([
      { entity: 'transaction', from_status: null, to_status: 'AUTHORIZED' },
      { entity: 'transaction', from_status: 'AUTHORIZED', to_status: 'SETTLEMENT_REQUESTED' },
      { entity: 'refund', from_status: null, to_status: 'PENDING' },
    ])
  })

  it('has no event of what did not happen', async () => {
    const { id } = await kontor.make.transaction(a, { status: 'AUTHORIZED' })
    await attempt('merchant', `update transaction set status = 'CANCELLED' where id = $1`, [id])
    expect(await rows('select from transaction_event where transaction_id = $1', [id])).toHaveLength(1)
  })

  /** Functions of the engine's role remove these, and no row that is younger than the bound in each of them (docs/adr/0180). */
  const forgotten = ['processor_call', 'card_call', 'outbox_attempt']

  it.each(['transaction_event', 'processor_call', 'card_call', 'outbox_attempt', 'outbox_resolution'])(
    '%s is only added to',
    async (table) => {
      const granted = await column(
        `select privilege_type from information_schema.role_table_grants where table_name = $1
           and grantee in ('kontor_merchant', 'kontor_provider', 'kontor_engine', 'PUBLIC')
           and not (grantee = 'kontor_engine' and privilege_type = 'DELETE' and table_name = any($2))
         union select privilege_type from information_schema.column_privileges where table_name = $1
           and grantee in ('kontor_merchant', 'kontor_provider', 'kontor_engine', 'PUBLIC')`,
        [table, forgotten],
      )
      expect(granted.sort()).toEqual(['INSERT', 'SELECT'])
      for (const who of application) {
        expect(await attempt(who, `delete from ${table}`)).toBe(denied)
        expect(await attempt(who, `update ${table} set merchant_id = merchant_id`)).toBe(denied)
        expect(await attempt(who, `truncate ${table}`)).toBe(denied)
      }
    },
  )

  it('keeps what a processor reported: the application writes down what became of it, and its keeper removes old bodies', async () => {
    const granted = await rows(
      `select distinct grantee, column_name from information_schema.column_privileges
       where table_name = 'processor_notification' and privilege_type = 'UPDATE' and grantee like 'kontor_%'`,
    )
    const outcome = ['attempts', 'error', 'next_attempt_at', 'result', 'sealed', 'worked_at']
    const of = (role: string) =>
      granted.flatMap(({ grantee, column_name }) => (grantee === role ? [column_name] : [])).sort()
    expect([of('kontor_merchant'), of('kontor_provider')]).toEqual([outcome, [...outcome, 'body'].sort()])
    for (const who of application) {
      expect(await attempt(who, 'delete from processor_notification')).toBe(denied)
      expect(await attempt(who, `update processor_notification set id = 'x'`)).toBe(denied)
    }
  })

  it('takes no event that the application made up', async () => {
    for (const who of application)
      expect(await attempt(who, 'insert into transaction_event default values')).toBe(denied)
  })

  it.each(everyone)('has one operation of a transaction at a time, and one job of a refund: %s', async (who) => {
    const of = await kontor.make.transaction(a)
    const refund = await kontor.make.refund(a, of)
    const job = (given: Values) => ({
      merchant_id: a.merchant,
      id: newId(new Date()).id,
      transaction_created_at: of.created_at,
      transaction_id: of.id,
      next_attempt_at: '2199-01-01T00:00:00Z',
      ...given,
    })
    await rows(...insertion('outbox', job({ topic: 'processor.capture' })))
    await rows(...insertion('outbox', job({ topic: 'processor.refund', refund_id: refund.id })))
    expect(await insert(who, 'outbox', job({ topic: 'processor.void' }))).toBe('23505 outbox_operation')
    expect(await insert(who, 'outbox', job({ topic: 'processor.refund', refund_id: refund.id }))).toBe(
      '23505 outbox_refund',
    )
    expect(await insert(who, 'outbox', job({ topic: 'processor.refund' }))).toMatch(/^23514/)
    expect(await insert(who, 'outbox', job({ topic: 'processor.nonsense' }))).toMatch(/^23514/)
  })
})

describe('9: what comes from outside is known once', () => {
  it.each(everyone)('by the processor’s own id, also when %s writes it', async (who) => {
    const of = await kontor.make.transaction(a)
    await rows(...insertion('refund', newRefund(a, of, { processor_id_external: `re-${who}` })))
    await rows(...insertion('chargeback', newChargeback(a, of, { processor_id_external: `cb-${who}` })))
    const seen = { merchant_id: a.merchant, processor_id: a.processor, id: `n-${who}`, kind: 'payment' }
    await rows(...insertion('processor_notification', seen))
    expect(await insert(who, 'refund', newRefund(a, of, { processor_id_external: `re-${who}` }))).toBe(
      '23505 refund_external',
    )
    expect(await insert(who, 'chargeback', newChargeback(a, of, { processor_id_external: `cb-${who}` }))).toBe(
      '23505 chargeback_external',
    )
    expect(await insert(who, 'processor_notification', seen)).toBe('23505 processor_notification_pkey')
  })

  it.each(['owner', 'provider'] as const)('an address signs in one user, however it is spelt: %s', async (who) => {
    await kontor.make.user({ email: `zoe-${who}@test.example` })
    const user = { id: newId(new Date()).id, name: 'X', email: `ZOE-${who}@Test.Example` }
    expect(await insert(who, 'platform_user', user)).toBe('23505 platform_user_email')
  })
})

describe('13: tokens', () => {
  const hash = () => hashOf(`${Math.random()}`)

  it.each(['owner', 'provider'] as const)('are kept as hashes, with an end: %s', async (who) => {
    const { id } = await kontor.make.user()
    const token = (given: Values) => ({
      token_hash: hash(),
      user_id: id,
      purpose: 'set_password',
      expires_at: 'tomorrow',
      ...given,
    })
    expect(await insert(who, 'user_token', token({}))).toBe('1 rows')
    expect(await insert(who, 'user_token', token({ token_hash: Buffer.from('the-secret-itself') }))).toMatch(/^23514/)
    expect(await insert(who, 'user_token', token({ expires_at: null }))).toMatch(/^23502/)
    expect(await insert(who, 'user_token', token({ purpose: 'anything' }))).toMatch(/^23514/)
    const session = { token_hash: hash(), user_id: id, idle_expires_at: 'tomorrow', expires_at: 'tomorrow' }
    expect(await insert(who, 'session', session)).toBe('1 rows')
    expect(await insert(who, 'session', { ...session, token_hash: Buffer.from('short') })).toMatch(/^23514/)
    expect(await insert(who, 'session', { ...session, expires_at: null })).toMatch(/^23502/)
    const key = { merchant_id: a.merchant, id, organisation_id: a.merchant, name: 'k', prefix: 'p', roles: [] }
    expect(await insert(who, 'api_key', { ...key, secret_hash: Buffer.from('short') })).toMatch(/^23514/)
  })

  it('of one user and purpose there is one that is good', async () => {
    const { id } = await kontor.make.user()
    for (const user_id of [id, null]) {
      const token = () => ({ token_hash: hash(), user_id, purpose: 'set_up', expires_at: 'tomorrow' })
      await rows(...insertion('user_token', token()))
      for (const who of ['owner', 'provider'] as const)
        expect(await insert(who, 'user_token', token())).toBe('23505 user_token_live')
      await rows(`update user_token set used_at = now() where user_id is not distinct from $1`, [user_id])
      expect(await insert('provider', 'user_token', token())).toBe('1 rows')
    }
  })
})

describe('15: card numbers', () => {
  const numbers = [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'x5555555555554444y',
    '378282246310005',
    '6011000990139424',
  ]

  it.each(everyone)('do not get into text, also when %s writes it', async (who) => {
    const of = await kontor.make.transaction(a)
    for (const number of numbers) {
      for (const field of ['merchant_reference', 'status_reason'])
        expect([number, await insert(who, 'transaction', newTransaction(a, { [field]: number }))]).toEqual([
          number,
          expect.stringMatching(/^23514/),
        ])
      expect(await insert(who, 'refund', newRefund(a, of, { reason: `for ${number}` }))).toBe(
        check('refund_reason_check'),
      )
      expect(await insert(who, 'chargeback', newChargeback(a, of, { reason: number }))).toBe(
        check('chargeback_reason_check'),
      )
    }
    for (const harmless of ['4111111111111112', '20261001123456', '019f2b3c-4111-7111-8111-111111111111', '411111'])
      expect(await insert(who, 'transaction', newTransaction(a, { merchant_reference: harmless }))).toBe('1 rows')
  })

  it.each(everyone)('leave brand, BIN and last four behind: %s', async (who) => {
    for (const card of [
      { card_bin: '41111' },
      { card_bin: '411111111' },
      { card_last_four: '11111' },
      { card_last_four: 'abcd' },
    ])
      expect(await insert(who, 'transaction', newTransaction(a, card))).toMatch(/^23514 transaction_card_/)
    const card = {
      merchant_id: a.merchant,
      id: newId(new Date()).id,
      customer_id: await kontor.make.customer(a.merchant),
      processor_id: a.processor,
      token: 'tok_visa',
      brand: 'visa',
      bin: '411111',
      last_four: '1111',
      expiry_month: 12,
      expiry_year: 2030,
    }
    expect(await insert(who, 'card', card)).toBe('1 rows')
    expect(await insert(who, 'card', { ...card, token: '4111111111111111' })).toBe(check('card_token_check'))
    expect(await insert(who, 'card', { ...card, bin: '4111111111111111' })).toBe(check('card_bin_check'))
  })
})
