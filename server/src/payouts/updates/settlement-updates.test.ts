import { randomUUID } from 'node:crypto'
import type { SettlementUpdateKind } from '@kontor/contract/payouts/updates/settlement-update.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { providerId } from '../../platform/db/ids.ts'
import { approvePayout } from '../approve-payout.ts'
import { approvePaymentOrder } from '../orders/approve-payment-order.ts'
import { createPaymentOrder } from '../orders/create-payment-order.ts'
import { takePaymentOrderFile } from '../orders/take-payment-order-file.ts'
import { withdrawPaymentOrder } from '../orders/withdraw-payment-order.ts'
import { addBankStatement } from '../statements/add-bank-statement.ts'
import { approveSettlementUpdate } from './approve-settlement-update.ts'
import { cancelSettlementUpdate } from './cancel-settlement-update.ts'
import { createSettlementUpdate } from './create-settlement-update.ts'
import { settlementUpdateEffects } from './settlement-update-effects.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let debit: string
let debitIban: string
const ada = person('Ada')
const bob = person('Bob')
const small = 12_345
const large = 123_456

function person(name: string): Actor {
  const id = randomUUID()
  return { kind: 'user', id, name, psp: true, roles: ['PSP_SUPER'], scope: { merchant: null }, time_zone: 'UTC' }
}

const now = () => new Date('2054-12-14T10:00:00Z')

interface Settled {
  id: string
  number: string
  account: string
}
async function settled(captured = small, given: { status?: 'ON_HOLD'; currency_code?: string } = {}): Promise<Settled> {
  const { currency_code = 'EUR' } = given
  const created_at = new Date('2054-01-01T00:00:00Z')
  const account = await house.make.bankAccount(bloom.merchant, { created_at, currency_code })
  const id = await house.make.settlement(bloom.merchant, { captured, bank_account: account, ...given })
  return { ...(await house.one<{ number: string }>(`select number from settlement where id = $1`, [id])), id, account }
}
const approved = async (captured = small, given: Parameters<typeof settled>[1] = {}): Promise<Settled> => {
  const made = await settled(captured, given)
  await house.by(ada, (trx) => approvePayout(trx, ada, made.id, { bank_account: made.account }, now()))
  return made
}
async function ordered(): Promise<string> {
  const id = await house.by(ada, (trx) => createPaymentOrder(trx, ada, {}, now(), house.database.masterKey))
  const { sha256 } = await house.one<{ sha256: string }>(`select sha256 from payment_order where id = $1`, [id])
  await house.by(bob, (trx) => approvePaymentOrder(trx, bob, id, { sha256 }, now()))
  return id
}
const take = (id: string) =>
  house.by(bob, (trx) => takePaymentOrderFile(trx, bob, id, { reason: null }, now(), house.database.masterKey))
/** A settlement whose payout is with the bank. */
async function exported(captured = small): Promise<Settled & { order: string }> {
  const made = await approved(captured)
  const order = await ordered()
  await take(order)
  return { ...made, order }
}

const paid = { paid_on: '2054-12-14', bank_reference: 'BANK-77' }
const update = (
  { id: settlement }: Pick<Settled, 'id'>,
  kind: SettlementUpdateKind,
  from_status: 'CLOSED' | 'ON_HOLD' | 'APPROVED' | 'PAID',
  given: { actor?: Actor; psp_bank_account?: string; paid_on?: string } = {},
) => {
  const { actor = ada, ...rest } = given
  const input = { settlement, kind, from_status, reason: 'The bank told us by telephone', ...rest }
  const body = kind === 'PAID' ? { ...paid, ...input } : input
  return house.by(actor, (trx) => createSettlementUpdate(trx, actor, body, now()))
}
const approveUpdate = (id: string, actor = bob) => house.by(actor, (trx) => approveSettlementUpdate(trx, actor, id))
const why = 'The bank says something else'
const notCancelled = { cancelled_by: null, cancellation_reason: null }
const ended = (id: string) =>
  house.one(`select status, approved_by, cancelled_by, cancellation_reason from settlement_update where id = $1`, [id])
const state = ({ id }: Pick<Settled, 'id'>) =>
  house.one<Record<string, unknown>>(
    `select p.status, s.status as settlement, p.bank_reference, p.paid_on::text, p.paid_by_hand_from, s.hold_reason,
       (select status from payment_order o where o.id = p.payment_order_id) as in_order
     from payout p join settlement s using (merchant_id, id) where p.id = $1`,
    [id],
  )
/** What the ledger has of a payout: kind, amount and account of the bank. */
const booked = ({ id }: Pick<Settled, 'id'>) =>
  house.rows(
    `select kind, amount::int, sub_id from ledger_transfer where subject_id = $1 and kind in (11, 12) order by seq`,
    [id],
  )

let closing = 10_000_000
let said = 0
interface Entry {
  /** Cents; below zero: a debit. */
  amount: number
  number: string
  reason?: string
}
/** A statement of the bank that goes on where the last one ended. */
function statement(entries: readonly Entry[]) {
  const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
  const moved = entries.reduce((sum, { amount }) => sum + amount, 0)
  const balance = (type: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2054-12-15</Dt></Dt></Bal>`
  const entry = ({ amount, number, reason }: Entry) =>
    `<Ntry><Amt Ccy="EUR">${euros(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2054-12-15</Dt></BookgDt><AcctSvcrRef>REF${++said}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs>${reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
  const content = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M${++said}</MsgId></GrpHdr><Stmt><Id>S${said}</Id><Acct><Id><IBAN>${debitIban}</IBAN></Id></Acct>${balance('OPBD', closing)}${balance('CLBD', closing + moved)}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`
  return { content, closes: closing + moved }
}
const upload = (content: string) =>
  house.by(ada, (trx) =>
    addBankStatement(trx, ada, debit, Buffer.from(content), now(), {
      ...{ masterKey: house.database.masterKey, wall: { now } },
    }),
  )
async function say(entries: readonly Entry[]) {
  const { content, closes } = statement(entries)
  const answer = await upload(content)
  closing = closes
  return answer
}

beforeAll(async () => {
  house = await openLedgerHouse()
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  debit = await house.make.pspBankAccount({ default: true, holder: 'Stichting Kontor' })
  const { iban } = await house.one<{ iban: Buffer }>(`select iban from provider_bank_account where id = $1`, [debit])
  debitIban = openIban(house.database.masterKey, { merchant: providerId, id: debit }, iban)
  await house.clockTo('2054-12-14T09:00:00Z')
  await house.open()
})
afterAll(() => house.stop())

describe('a settlement that is updated by hand', () => {
  it('is held with the reason and released again, also after its payout was approved', async () => {
    const made = await settled()
    await update(made, 'HOLD', 'CLOSED')
    expect(await state(made)).toMatchObject({ settlement: 'ON_HOLD', hold_reason: 'The bank told us by telephone' })
    await expect(update(made, 'HOLD', 'ON_HOLD')).rejects.toMatchObject({ code: 'status_not_possible' })
    await update(made, 'RELEASE', 'ON_HOLD')
    expect(await state(made)).toMatchObject({ settlement: 'CLOSED', hold_reason: null })
    const ready = await approved()
    await update(ready, 'HOLD', 'APPROVED')
    expect(await state(ready)).toMatchObject({ settlement: 'ON_HOLD', status: 'CREATED' })
    const kept = await house.rows(`select kind, status, from_status, created_by from settlement_update
      where settlement_id = '${made.id}' order by kind`)
    expect(kept).toEqual([
      { kind: 'HOLD', status: 'DONE', from_status: 'CLOSED', created_by: 'Ada' },
      { kind: 'RELEASE', status: 'DONE', from_status: 'ON_HOLD', created_by: 'Ada' },
    ])
  })

  it('is refused when it is no longer as the person saw it', async () => {
    const made = await settled()
    await update(made, 'HOLD', 'CLOSED')
    await expect(update(made, 'HOLD', 'CLOSED')).rejects.toMatchObject({ code: 'status_overtaken' })
  })

  it('goes back for a new order, once, and the order that nothing is left of is withdrawn', async () => {
    const made = await exported()
    const both = await Promise.allSettled([update(made, 'REORDER', 'APPROVED'), update(made, 'REORDER', 'APPROVED')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await state(made)).toMatchObject({ status: 'APPROVED', settlement: 'APPROVED', in_order: null })
    expect(await house.one(`select status, withdrawn_by from payment_order where id = $1`, [made.order])).toEqual({
      ...{ status: 'WITHDRAWN', withdrawn_by: 'Ada' },
    })
    const next = await ordered()
    await expect(update(made, 'PAID', 'APPROVED')).rejects.toMatchObject({ code: 'status_not_possible' })
    // The bank had carried out the first file all the same: it pays once, and the second file can no longer leave.
    expect(await say([{ amount: -small, number: made.number }])).toMatchObject({ paid: 1, unmatched: 0 })
    await expect(take(next)).rejects.toMatchObject({ code: 'order_changed' })
    expect(await booked(made)).toEqual([{ kind: 11, amount: small, sub_id: debit }])
  })

  it('leaves an order with others under way, and the order goes on', async () => {
    const [first, second] = [await approved(), await approved()]
    const order = await ordered()
    await take(order)
    await update(first, 'PAID', 'APPROVED')
    expect(await state(second)).toMatchObject({ in_order: 'PARTLY_BOOKED' })
    await update(second, 'REORDER', 'APPROVED')
    expect(await state(first)).toMatchObject({ status: 'PAID', in_order: 'BOOKED' })
    await update(second, 'PAID', 'APPROVED')
  })
})

describe('a settlement that a person says was paid', () => {
  it('is booked as a statement of the bank books it', async () => {
    const made = await exported()
    await update(made, 'PAID', 'APPROVED')
    expect(await state(made)).toMatchObject({
      ...{ status: 'PAID', settlement: 'PAID', bank_reference: 'BANK-77', paid_on: '2054-12-14' },
      ...{ in_order: 'BOOKED', paid_by_hand_from: debit },
    })
    expect(await booked(made)).toEqual([{ kind: 11, amount: small, sub_id: debit }])
    await expect(update(made, 'PAID', 'PAID')).rejects.toMatchObject({ code: 'status_not_possible' })
  })

  it('is booked once by two at once, and once when the statement comes at the same time', async () => {
    const twice = await exported()
    const both = await Promise.allSettled([update(twice, 'PAID', 'APPROVED'), update(twice, 'PAID', 'APPROVED')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await booked(twice)).toHaveLength(1)
    const raced = await exported()
    const { content, closes } = statement([{ amount: -small, number: raced.number }])
    await Promise.allSettled([update(raced, 'PAID', 'APPROVED'), upload(content)])
    closing = closes
    expect(await booked(raced)).toEqual([{ kind: 11, amount: small, sub_id: debit }])
    expect(await house.one(`select state from bank_entry where payout_id = $1`, [raced.id])).toEqual({ state: 'PAID' })
  })

  it('is not booked again when the bank says it later, and a second debit stays unmatched', async () => {
    const made = await exported()
    await update(made, 'PAID', 'APPROVED')
    expect(await say([{ amount: -small, number: made.number }])).toMatchObject({ paid: 1, unmatched: 0 })
    expect(await say([{ amount: -small, number: made.number }])).toMatchObject({ paid: 0, unmatched: 1 })
    expect(await booked(made)).toHaveLength(1)
  })

  it('is refused when the bank has said it before', async () => {
    const made = await exported()
    await say([{ amount: -small, number: made.number }])
    await expect(update(made, 'PAID', 'APPROVED')).rejects.toMatchObject({ code: 'status_overtaken' })
    expect(await booked(made)).toHaveLength(1)
  })

  it('comes back when the bank brings it back, whether or not the debit was seen', async () => {
    const made = await exported()
    await update(made, 'PAID', 'APPROVED')
    expect(await say([{ amount: small, number: made.number, reason: 'AC04' }])).toMatchObject({ returned: 1 })
    expect(await state(made)).toMatchObject({ status: 'RETURNED', settlement: 'RETURNED' })
    // The debit belongs to it too, and is booked already.
    expect(await say([{ amount: -small, number: made.number }])).toMatchObject({ paid: 1, unmatched: 0 })
    expect((await booked(made)).map(({ kind }) => kind)).toEqual([11, 12])
  })

  it('is refused while its order has not left, on a day to come, and from an account that cannot have paid it', async () => {
    const made = await approved()
    const far = { paid_on: '2054-12-15' }
    await expect(update(made, 'PAID', 'APPROVED', far)).rejects.toMatchObject({
      details: { 'body.paid_on': 'after_today' },
    })
    for (const given of [{ kind: 'OWN' as const }, { currency_code: 'USD' }]) {
      const psp_bank_account = await house.make.pspBankAccount(given)
      await expect(update(made, 'PAID', 'APPROVED', { psp_bank_account })).rejects.toMatchObject({
        details: { 'body.psp_bank_account': 'not_found' },
      })
    }
    const order = await ordered()
    await expect(update(made, 'PAID', 'APPROVED')).rejects.toMatchObject({ code: 'status_not_possible' })
    await take(order)
    // The order says from where it is paid.
    const other = await house.make.pspBankAccount()
    await expect(update(made, 'PAID', 'APPROVED', { psp_bank_account: other })).rejects.toMatchObject({
      details: { 'body.psp_bank_account': 'not_found' },
    })
    await update(made, 'PAID', 'APPROVED')
  })

  it('may be in a currency for which there are no orders', async () => {
    const made = await approved(small, { currency_code: 'USD' })
    await house.rows(`update provider_bank_account set kind = 'OWN' where currency_code = 'USD'`)
    await expect(update(made, 'PAID', 'APPROVED')).rejects.toMatchObject({ code: 'psp_bank_account_missing' })
    const dollars = await house.make.pspBankAccount({ currency_code: 'USD' })
    await update(made, 'PAID', 'APPROVED')
    expect(await booked(made)).toEqual([{ kind: 11, amount: small, sub_id: dollars }])
  })
})

describe('an update about much money', () => {
  it('waits for a second person, alone, and is carried out once', async () => {
    const made = await exported(large)
    const id = await update(made, 'PAID', 'APPROVED')
    expect(await state(made)).toMatchObject({ status: 'EXPORTED', settlement: 'APPROVED' })
    expect(await booked(made)).toEqual([])
    await expect(update(made, 'REORDER', 'APPROVED')).rejects.toMatchObject({ code: 'settlement_update_open' })
    await expect(approveUpdate(id, ada)).rejects.toMatchObject({ code: 'same_person' })
    const both = await Promise.allSettled([approveUpdate(id), approveUpdate(id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await booked(made)).toEqual([{ kind: 11, amount: large, sub_id: debit }])
    expect(await house.one(`select status, approved_by from settlement_update where id = $1`, [id])).toEqual({
      ...{ status: 'DONE', approved_by: 'Bob' },
    })
    await expect(house.by(ada, (trx) => cancelSettlementUpdate(trx, ada, id, { reason: why }))).rejects.toMatchObject({
      code: 'settlement_update_over',
    })
  })

  it('is over when the bank has said it meanwhile', async () => {
    const made = await exported(large)
    const id = await update(made, 'PAID', 'APPROVED')
    await say([{ amount: -large, number: made.number }])
    expect(await approveUpdate(id)).toMatchObject({ code: 'status_overtaken' })
    expect(await ended(id)).toEqual({ ...{ status: 'OVERTAKEN', approved_by: null }, ...notCancelled })
    expect(await booked(made)).toHaveLength(1)
    await expect(approveUpdate(id)).rejects.toMatchObject({ code: 'settlement_update_over' })
  })

  it('is over when the payout is in another order than when it was asked for', async () => {
    const made = await exported(large)
    const id = await update(made, 'REORDER', 'APPROVED')
    const reason = 'The bank refused the file'
    await house.by(bob, (trx) => withdrawPaymentOrder(trx, bob, made.order, { reason }))
    const next = await ordered()
    await take(next)
    expect(await approveUpdate(id)).toMatchObject({ code: 'status_overtaken' })
    expect(await state(made)).toMatchObject({ status: 'EXPORTED', settlement: 'APPROVED', in_order: 'EXPORTED' })
    expect(await house.one(`select payment_order_id from payout where id = $1`, [made.id])).toEqual({
      payment_order_id: next,
    })
    expect(await ended(id)).toEqual({ ...{ status: 'OVERTAKEN', approved_by: null }, ...notCancelled })
  })

  it('is cancelled with a reason, and another one may be asked for', async () => {
    const made = await exported(large)
    const id = await update(made, 'PAID', 'APPROVED')
    await house.by(bob, (trx) => cancelSettlementUpdate(trx, bob, id, { reason: `${why} ` }))
    expect(await ended(id)).toEqual({
      ...{ status: 'CANCELLED', approved_by: null, cancelled_by: 'Bob', cancellation_reason: why },
    })
    await expect(approveUpdate(id)).rejects.toMatchObject({ code: 'settlement_update_over' })
    expect(await booked(made)).toEqual([])
    expect(await ended(await update(made, 'PAID', 'APPROVED'))).toMatchObject({ status: 'OPEN' })
  })
})

describe('the effects of an update', () => {
  it('are those that it then has, and leave nothing', async () => {
    const made = await exported()
    const effects = () => house.by(ada, (trx) => settlementUpdateEffects(trx, ada, made.id, { kind: 'PAID' }))
    expect(await effects()).toMatchObject({
      ...{ status_before: 'APPROVED', status_after: 'PAID', payout_before: 'EXPORTED', payout_after: 'PAID' },
      ...{ order_before: 'EXPORTED', order_after: 'BOOKED', needs_another: false },
      bookings: [{ kind: 'payout_booked', amount: small }],
    })
    expect(await booked(made)).toEqual([])
    expect(await state(made)).toMatchObject({ status: 'EXPORTED', settlement: 'APPROVED' })
    await update(made, 'PAID', 'APPROVED')
    await expect(effects()).rejects.toMatchObject({ code: 'status_not_possible' })
  })
})

it('the role of merchants reads no update', async () => {
  const reading = house.databases.provider.transaction().execute(async (trx) => {
    await sql`set local role kontor_merchant`.execute(trx)
    await sql`select from settlement_update`.execute(trx)
  })
  await expect(reading).rejects.toThrow(/permission denied/)
})
