import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { type LedgerHouse, openLedgerHouse, workedPrices } from '../../test/money/ledger-house.ts'
import { openIban } from '../bank-accounts/sealed-iban.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import { updatePaymentProfile } from '../organisations/profiles/update-payment-profile.ts'
import type { Actor } from '../platform/db/actor.ts'
import { providerId } from '../platform/db/ids.ts'
import { updateSettlementProfile } from '../settlements/profiles/update-settlement-profile.ts'
import { runSettlements } from '../settlements/runs/run-settlements.ts'
import { verifySettlements } from '../settlements/runs/verify-settlements.ts'
import { approvePayout } from './approve-payout.ts'
import { getPayout } from './get-payout.ts'
import { approvePaymentOrder } from './orders/approve-payment-order.ts'
import { createPaymentOrder } from './orders/create-payment-order.ts'
import { hasUnmatchedDebit, isPayable } from './orders/locked-payment-order.ts'
import { takePaymentOrderFile } from './orders/take-payment-order-file.ts'
import { withdrawPaymentOrder } from './orders/withdraw-payment-order.ts'
import { payoutRemarksOf } from './payout-remarks.ts'
import { addBankStatement } from './statements/add-bank-statement.ts'
import { listBankStatements } from './statements/list-bank-statements.ts'
import { takeBackPayout } from './take-back-payout.ts'

const named = 'Bloem & Zøn – Café “Ñandú”'
let house: LedgerHouse
let bloom: MadeMerchant
let profile: string
let account: string
let debit: string
let debitIban: string
let settlement: string
let number: string
let orderId: string
let closing = 10_000_000n
const ada = person('Ada')
const bob = person('Bob')

function person(name: string): Actor {
  const id = randomUUID()
  return { kind: 'user', id, name, psp: true, roles: ['PSP_ALL'], scope: { merchant: null }, time_zone: 'UTC' }
}

const now = () => new Date('2054-12-14T10:00:00Z')
const approve = (actor: Actor, bank_account = account, id = settlement) =>
  house.by(actor, (trx) => approvePayout(trx, actor, id, { bank_account }, now()))
const order = (actor = ada) =>
  house.by(actor, (trx) => createPaymentOrder(trx, actor, {}, now(), house.database.masterKey))
const sumOf = async (id: string) =>
  house.one<{ sha256: string }>(`select sha256 from payment_order where id = $1`, [id])
const approveOrder = async (id: string, actor = bob) => {
  const { sha256 } = await sumOf(id)
  return house.by(actor, (trx) => approvePaymentOrder(trx, actor, id, { sha256 }, now()))
}
const take = (id: string, reason: string | null = null) =>
  house.by(bob, (trx) => takePaymentOrderFile(trx, bob, id, { reason }, now(), house.database.masterKey))
const withdraw = (id: string) =>
  house.by(bob, (trx) => withdrawPaymentOrder(trx, bob, id, { reason: 'The bank was closed' }))
const upload = (content: string | Buffer, to = debit) =>
  house.by(ada, (trx) =>
    addBankStatement(trx, ada, to, Buffer.from(content), now(), {
      ...{ masterKey: house.database.masterKey, wall: { now } },
    }),
  )
const state = (id = settlement) =>
  house.one<Record<string, unknown>>(
    `select p.status, s.status as settlement, p.bank_reference, p.return_reason, p.payment_order_id
      from payout p join settlement s using (merchant_id, id) where p.id = $1`,
    [id],
  )
const transfers = async (kind: number) =>
  (await house.rows<{ amount: string }>(`select amount::text from ledger_transfer where kind = $1`, [kind])).map(
    ({ amount }) => Number(amount),
  )
const sound = async () => ({
  ledger: (await verifyLedger(house.databases.provider, now))?.examples,
  settlements: await verifySettlements(house.databases.provider),
})

interface Said {
  amount: string
  side: 'DBIT' | 'CRDT'
  end_to_end?: string
  reason?: string
  reference?: string
}
let made = 0
const euros = (cents: bigint) => `${cents < 0n ? '-' : ''}${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
const cents = (amount: string) => BigInt(amount.replace('.', ''))
/** A statement of the bank in version 02, or 08. It goes on from the last one, which the caller says was taken. */
function camt(entries: readonly Said[], given: { version?: '02' | '08'; opening?: bigint; id?: string } = {}) {
  const { version = '08', opening = closing, id = `STMT-${++made}` } = given
  const moved = entries.reduce((sum, { amount, side }) => sum + (side === 'DBIT' ? -cents(amount) : cents(amount)), 0n)
  const balance = (type: string, value: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(value)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2054-12-15</Dt></Dt></Bal>`
  const status = version === '02' ? '<Sts>BOOK</Sts>' : '<Sts><Cd>BOOK</Cd></Sts>'
  const entry = ({ amount, side, end_to_end, reason, reference = `REF${++made}` }: Said) =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}<BookgDt><Dt>2054-12-15</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs>${end_to_end ? `<EndToEndId>${end_to_end}</EndToEndId>` : ''}</Refs>${reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
  const content = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M${made}</MsgId></GrpHdr><Stmt><Id>${id}</Id><Acct><Id><IBAN>${debitIban}</IBAN></Id></Acct>${balance('OPBD', opening)}${balance('CLBD', opening + moved)}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`
  return { content, closes: opening + moved }
}
async function say(entries: readonly Said[], given: Parameters<typeof camt>[1] = {}) {
  const { content, closes } = camt(entries, given)
  const answer = await upload(content)
  closing = closes
  return { answer, content }
}

/** Merchant Bloom with the worked week, of which 2,799.46 is paid out. */
beforeAll(async () => {
  house = await openLedgerHouse()
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  await workedPrices(house.make, [bloom.merchant])
  account = await house.make.bankAccount(bloom.merchant, {
    ...{ holder: named, created_at: new Date('2054-01-01T00:00:00Z'), iban: 'NL91ABNA0417164300' },
  })
  profile = await house.make.settlementProfile(bloom.merchant, { bank_account: account, isDefault: true })
  debit = await house.make.pspBankAccount({ default: true, holder: 'Stichting Kontor' })
  const { iban } = await house.one<{ iban: Buffer }>(`select iban from provider_bank_account where id = $1`, [debit])
  debitIban = openIban(house.database.masterKey, { merchant: providerId, id: debit }, iban)
  const card = (card_brand: string, card_issuer_country: string, card_holder: 'consumer' | 'commercial') =>
    ({ payment_product: 'card', card_brand, card_issuer_country, card_holder, channel: 'ecommerce' }) as const
  const pay = (amount: number, given: object) => house.make.transaction(bloom, { amount, ...given })
  await house.clockTo('2054-12-07T09:00:00Z')
  await house.open()
  await pay(4_995, { payment_product: 'ideal' })
  const P2 = await pay(12_000, card('visa', 'NL', 'consumer'))
  await house.clockTo('2054-12-08T09:00:00Z')
  await pay(7_550, card('mastercard', 'DE', 'commercial'))
  await pay(20_000, card('visa', 'US', 'consumer'))
  await house.clockTo('2054-12-09T09:00:00Z')
  await pay(3_333, card('amex', 'NL', 'consumer'))
  await pay(250_000, card('visa', 'BE', 'consumer'))
  await pay(6_000, { payment_product: 'paypal' })
  await house.make.refund(bloom, P2, { amount: 4_000 })
  await settleAt('2054-12-14T09:00:00Z')
  const first = await house.one<{ id: string; number: string }>(`select id, number from settlement`)
  settlement = first.id
  number = first.number
})
afterAll(() => house.stop())

async function settleAt(instant: string) {
  await house.clockTo(instant)
  await house.post()
  await closeDays(house.databases.provider)
  await runSettlements({ databases: house.databases, now, onProblem: () => {} })
}

describe('an approval of a payout (money check 16)', () => {
  it('shows where 2,799.46 goes and what is unusual, before anybody approves', async () => {
    const seen = await house.by(ada, (trx) => getPayout(trx, ada, settlement))
    expect(seen).toMatchObject({ status: 'CREATED', amount: 279_946, number, pay_on: '2054-12-14' })
    expect(seen?.bank_account).toMatchObject({ id: account, holder: named, iban: 'NL•• •••• 4300' })
    expect(seen?.remarks).toEqual(['first_payout'])
  })

  it('names open differences with a processor, and chargebacks of more than one percent of the payments', async () => {
    const of = await house.make.processorSettlement(bloom.merchant)
    const remarks = async () => (await house.by(ada, (trx) => getPayout(trx, ada, settlement)))?.remarks
    const difference = randomUUID()
    await house.rows(
      `insert into reconciliation_difference (merchant_id, id, created_at, processor_settlement_id, type, line_kind, book_id,
        currency_code, expected, expected_currency_code, booked_on, needs_another)
      select merchant_id, $1, now(), $2, 'MISSING', 'payment', book_id, 'EUR', 100, 'EUR', '2054-12-10', false
        from settlement where id = $3`,
      [difference, of, settlement],
    )
    expect(await remarks()).toEqual(['first_payout', 'differences_open'])
    await house.rows(`update reconciliation_difference set status = 'CORRECTED' where id = $1`, [difference])
    await house.rows(`alter table settlement_line disable trigger user`)
    // Seven payments: one chargeback is more than one percent of them.
    const chargeback = `(select merchant_id, id, (select kind from ledger_kind where name = 'chargeback'), 1, -1 from settlement where id = $1)`
    await house.rows(`insert into settlement_line (merchant_id, settlement_id, kind, count, amount) ${chargeback}`, [
      settlement,
    ])
    expect(await remarks()).toEqual(['first_payout', 'many_chargebacks'])
    await house.rows(`update settlement_line set count = 100 * count where settlement_id = $1 and kind = 1`, [
      settlement,
    ])
    expect(await remarks()).toEqual(['first_payout'])
    await house.rows(`update settlement_line set count = count / 100 where settlement_id = $1 and kind = 1`, [
      settlement,
    ])
    await house.rows(`delete from settlement_line where settlement_id = $1 and kind = 8`, [settlement])
    await house.rows(`alter table settlement_line enable trigger user`)
    expect(await remarks()).toEqual(['first_payout'])
  })

  it('is refused to whoever closed the settlement, changed the account, or wrote a one-off in it', async () => {
    const closedBy = async (who: string | null) => {
      await house.rows(`alter table settlement disable trigger written_once`)
      await house.rows(`update settlement set closed_by_id = $1 where id = $2`, [who, settlement])
      await house.rows(`alter table settlement enable trigger written_once`)
    }
    await closedBy(ada.id)
    await expect(approve(ada)).rejects.toMatchObject({ code: 'same_person' })
    await closedBy(null)
    await house.rows(`alter table bank_account disable trigger user`)
    const changer = async (who: string | null, at: string) =>
      house.rows(`update bank_account set created_by_id = $1, created_at = $2 where id = $3`, [who, at, account])
    await changer(ada.id, '2054-12-01T00:00:00Z')
    await expect(approve(ada)).rejects.toMatchObject({ code: 'same_person' })
    await changer(null, '2054-01-01T00:00:00Z')
    const oneOff = await house.make.oneOff(bloom.merchant)
    await house.rows(`alter table one_off disable trigger user`)
    await house.rows(
      `update one_off set authors = array[$1::uuid], status = 'BOOKED', booked_on = '2054-12-10', approved_by_id = $2,
        book_id = (select book_id from settlement where id = $3) where id = $4`,
      [ada.id, bob.id, settlement, oneOff],
    )
    await expect(approve(ada)).rejects.toMatchObject({ code: 'same_person' })
    await house.rows(`delete from one_off where id = $1`, [oneOff])
    await house.rows(`alter table one_off enable trigger user`)
    expect(await state()).toMatchObject({ status: 'CREATED', settlement: 'CLOSED' })
  })

  it('is refused to whoever had the profile, or a shop, paid to the account within a month', async () => {
    const [cleo, dan] = [person('Cleo'), { ...person('Dan'), hasFreshFactor: true }]
    const other = await house.make.bankAccount(bloom.merchant, { created_at: new Date('2054-01-01T00:00:00Z') })
    for (const bank_account of [other, account])
      await house.by(cleo, (trx) => updateSettlementProfile(trx, cleo, profile, { bank_account }))
    await expect(approve(cleo)).rejects.toMatchObject({ code: 'same_person' })
    // What was booked meanwhile is paid there, also when the shop is paid as before again.
    for (const bank_account of [account, null])
      await house.by(dan, (trx) => updatePaymentProfile(trx, dan, bloom.profile, { bank_account }))
    await expect(approve(dan)).rejects.toMatchObject({ code: 'same_person' })
  })

  it('is refused while the account cools off, is not verified, or is another than was read', async () => {
    await expect(approve(ada, randomUUID())).rejects.toMatchObject({ code: 'payout_account_changed' })
    const set = (status: string, from: string) =>
      house.rows(`update bank_account set status = $1, usable_from = $2 where id = $3`, [status, from, account])
    await set('VERIFIED', '2054-12-14T12:00:00Z')
    await expect(approve(ada)).rejects.toMatchObject({ code: 'bank_account_cooling_off' })
    await set('PENDING', '2054-01-01T00:00:00Z')
    await expect(approve(ada)).rejects.toMatchObject({ code: 'bank_account_not_verified' })
    await set('VERIFIED', '2054-01-01T00:00:00Z')
    await house.rows(`alter table bank_account enable trigger user`)
  })

  it('counts once when two people approve at once, and can be taken back', async () => {
    const both = await Promise.allSettled([approve(ada), approve(bob)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await state()).toMatchObject({ status: 'APPROVED', settlement: 'APPROVED' })
    await house.by(ada, (trx) => takeBackPayout(trx, ada, settlement))
    expect(await state()).toMatchObject({ status: 'CREATED', settlement: 'CLOSED' })
    await approve(ada)
  })

  it('cannot be written past the command: the database asks for a usable account and another person', async () => {
    await house.rows('begin')
    await house.rows(
      `update payout set status = 'CREATED', bank_account_id = null, approved_by = null,
      approved_by_id = null, approved_at = null where id = $1`,
      [settlement],
    )
    await house.rows(`update bank_account set status = 'UNVERIFIED' where id = $1`, [account])
    await expect(
      house.rows(
        `update payout set status = 'APPROVED', bank_account_id = $1, approved_by_id = $2, approved_at = now()
        where id = $3`,
        [account, ada.id, settlement],
      ),
    ).rejects.toMatchObject({ constraint: 'payout_account_usable' })
    await house.rows('rollback')
  })
})

describe('a payment order (money check 17)', () => {
  it('is made once, of all that is due, and approved by another person', async () => {
    orderId = await order()
    await expect(order()).rejects.toMatchObject({ code: 'payment_order_empty' })
    await expect(approveOrder(orderId, ada)).rejects.toMatchObject({ code: 'same_person' })
    await expect(take(orderId)).rejects.toMatchObject({ code: 'payment_order_not_approved' })
  })

  it('is refused when an account may no longer be paid to', async () => {
    await house.rows(`update settlement_profile set status = 'ON_HOLD', hold_reason = 'x' where id = $1`, [profile])
    await expect(approveOrder(orderId)).rejects.toMatchObject({ code: 'order_changed' })
    await house.rows(`update settlement_profile set status = 'ACTIVE', hold_reason = null where id = $1`, [profile])
    // A hold that came past its profile: the settlement is the one that counts.
    await house.rows('alter table settlement disable trigger user')
    await house.rows(`update settlement set status = 'ON_HOLD', hold_reason = 'x' where id = $1`, [settlement])
    await expect(approveOrder(orderId)).rejects.toMatchObject({ code: 'order_changed' })
    await house.rows(`update settlement set status = 'APPROVED', hold_reason = null where id = $1`, [settlement])
    await house.rows('alter table settlement enable trigger user')
    await approveOrder(orderId)
  })

  it('leaves nothing behind when the server dies before the export is written', async () => {
    const dying = house.by(bob, async (trx) => {
      await takePaymentOrderFile(trx, bob, orderId, {}, now(), house.database.masterKey)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    await expect(dying).rejects.toThrow()
    expect(await state()).toMatchObject({ status: 'APPROVED' })
    expect(await house.rows(`select from payment_order_download`)).toEqual([])
  })

  it('gives a file in the characters and the shape that banks take', async () => {
    const { content, sha256 } = await take(orderId)
    expect(sha256).toBe((await sumOf(orderId)).sha256)
    const text = (name: string) =>
      [...content.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, found]) => found)
    expect([text('NbOfTxs'), text('CtrlSum')]).toEqual([
      ['1', '1'],
      ['2799.46', '2799.46'],
    ])
    expect([text('Dt'), text('EndToEndId'), text('InstdAmt')]).toEqual([['2054-12-14'], [number], ['2799.46']])
    expect(text('Nm')).toEqual(['Stichting Kontor', 'Stichting Kontor', "Bloem + Zon - Cafe 'Nandu'"])
    expect(text('IBAN')).toEqual([debitIban, 'NL91ABNA0417164300'])
    for (const [, value = ''] of content.matchAll(/>([^<\n]+)</g)) expect(value).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/)
    expect(content).not.toContain('PstlAdr')
    // The order of the elements is that of the schema.
    const names = [...content.matchAll(/<([A-Z]\w+)/g)].map(([, name]) => name).join(' ')
    expect(names).toBe(
      'Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm PmtInf PmtInfId PmtMtd BtchBookg NbOfTxs ' +
        'CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dt Dbtr Nm DbtrAcct Id IBAN DbtrAgt FinInstnId BICFI ChrgBr CdtTrfTxInf PmtId ' +
        'InstrId EndToEndId Amt InstdAmt CdtrAgt FinInstnId BICFI Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd',
    )
    expect(await state()).toMatchObject({ status: 'EXPORTED', settlement: 'APPROVED' })
  })

  it('gives the same file again only with a reason', async () => {
    await expect(take(orderId)).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await take(orderId, 'The bank lost it')).sha256).toBe((await sumOf(orderId)).sha256)
    expect(await house.rows(`select number, reason from payment_order_download order by 1`)).toEqual([
      { number: 1, reason: null },
      { number: 2, reason: 'The bank lost it' },
    ])
  })

  it('never changes, not even for the owner of the tables', async () => {
    for (const change of [
      `update payment_order_file set content = ''`,
      `update payment_order set sum = 1`,
      `update payout set amount = 1`,
      `delete from payment_order`,
    ])
      await expect(house.rows(change)).rejects.toThrow(/written once/)
  })

  it('can be withdrawn, and its payouts are ordered again', async () => {
    await withdraw(orderId)
    expect(await state()).toMatchObject({ status: 'APPROVED', payment_order_id: null })
    // The bank may carry out the file that left, and then has to find the payout.
    await expect(house.by(bob, (trx) => takeBackPayout(trx, bob, settlement))).rejects.toMatchObject({
      code: 'payout_has_left',
    })
    expect(
      await payoutRemarksOf(house.databases.provider, { merchant_id: bloom.merchant, id: settlement }, account),
    ).toContain('left_before')
    orderId = await order()
    await approveOrder(orderId)
    await take(orderId)
  })
})

describe('a statement of the bank (money check 18)', () => {
  const debitSaid = (given: Partial<Said> = {}): Said => ({
    ...{ amount: '2799.46', side: 'DBIT', end_to_end: number, reference: 'BANK-1' },
    ...given,
  })

  it.each([
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', { problem: 'not_xml', line: 1 }],
    ['depth', `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`, { problem: 'not_xml', line: 1 }],
    ['no XML', '{}', { problem: 'not_xml', line: 1 }],
    [
      'another document',
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"/>',
      { problem: 'not_camt_053' },
    ],
  ])('is refused with %s', async (_, content, details) => {
    await expect(upload(content)).rejects.toMatchObject({ code: 'statement_unreadable', details })
  })

  it.each([
    ['cut off', /<\/Ntry>.*/s, '</Ntry', { problem: 'not_xml', line: 3 }],
    [
      'an amount that is none',
      '2799.46</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts',
      '2799,46</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts',
      { problem: 'amount_invalid', line: 3 },
    ],
    ['a day that is none', /<BookgDt><Dt>[^<]*/, '<BookgDt><Dt>2054-13-45', { problem: 'day_invalid', line: 3 }],
  ])('that is damaged, by %s, is refused as a whole, and says on which line', async (_, from, to, details) => {
    const content = camt([debitSaid()]).content.replace('<Ntry>', '\n\n<Ntry>')
    const damaged = content.replace(from, to)
    expect(damaged).not.toBe(content)
    await expect(upload(damaged)).rejects.toMatchObject({ code: 'statement_unreadable', details })
    expect(await house.rows(`select from bank_statement`)).toEqual([])
  })

  it('is refused when it does not add up, is of another account, or moves another currency', async () => {
    const { content } = camt([debitSaid()])
    await expect(
      upload(content.replaceAll('2799.46</Amt><CdtDbtInd>DBIT', '2799.45</Amt><CdtDbtInd>DBIT')),
    ).rejects.toMatchObject({
      code: 'statement_unreadable',
    })
    await expect(upload(content.replace(debitIban, 'NL91ABNA0417164300'))).rejects.toMatchObject({
      code: 'statement_other_account',
    })
    expect(await house.rows(`select from bank_statement`)).toEqual([])
  })

  it('leaves a debit of another amount, or of nobody, unmatched', async () => {
    const { answer } = await say([
      debitSaid({ amount: '2799.45' }),
      debitSaid({ end_to_end: 'NOTPROVIDED', reference: 'X' }),
    ])
    expect(answer).toMatchObject({ statements: 1, paid: 0, returned: 0, unmatched: 2 })
    expect(await transfers(11)).toEqual([])
  })

  it('pays a payout by its end-to-end id, once, while the order is being withdrawn', async () => {
    const { content, closes } = camt([debitSaid()], { version: '02' })
    const [said, withdrawn] = await Promise.allSettled([upload(content), withdraw(orderId)])
    closing = closes
    expect(said).toMatchObject({ status: 'fulfilled', value: { paid: 1, unmatched: 0 } })
    expect(['fulfilled', 'rejected']).toContain(withdrawn.status)
    expect(await state()).toMatchObject({ status: 'PAID', settlement: 'PAID', bank_reference: 'BANK-1' })
    expect(await transfers(11)).toEqual([279_946])
    await expect(upload(content)).rejects.toMatchObject({ code: 'file_known' })
    expect(await transfers(11)).toEqual([279_946])
  })

  it('leaves a second debit unmatched, and refuses an entry that is known under another name', async () => {
    expect((await say([debitSaid({ reference: 'BANK-2' })])).answer).toMatchObject({ paid: 0, unmatched: 1 })
    await expect(upload(camt([debitSaid({ reference: 'BANK-2' })]).content)).rejects.toMatchObject({
      code: 'file_known',
    })
    expect(await transfers(11)).toEqual([279_946])
    // It names the payout: no other order may pay that.
    const { rows } = await sql<{ named: boolean; may: boolean }>`
      select ${hasUnmatchedDebit} as named, ${isPayable} as may from payout p where p.id = ${settlement}`.execute(
      house.databases.provider,
    )
    expect(rows).toEqual([{ named: true, may: false }])
  })

  it('is refused when it does not begin where the last one ended', async () => {
    await expect(upload(camt([], { opening: closing + 1n }).content)).rejects.toMatchObject({ code: 'statement_gap' })
  })
})

describe('a payout that comes back (money check 19)', () => {
  it('is RETURNED, its money is in the next settlement, and its account has to be proven again', async () => {
    const mails = async () => (await house.rows(`select from mail where template = 'payout_returned'`)).length
    const owner = await house.make.user({ merchant: bloom.merchant, roles: ['USER_ALL'] })
    expect(owner).toBeTruthy()
    const { answer } = await say([{ amount: '2799.46', side: 'CRDT', end_to_end: number, reason: 'AC04' }])
    expect(answer).toMatchObject({ statements: 1, paid: 0, returned: 1, unmatched: 0 })
    expect(await state()).toMatchObject({ status: 'RETURNED', settlement: 'RETURNED', return_reason: 'AC04' })
    expect(await house.one(`select status from bank_account where id = $1`, [account])).toEqual({
      status: 'UNVERIFIED',
    })
    expect(await mails()).toBeGreaterThan(0)
    expect(await transfers(12)).toEqual([279_946])
    const again = await say([{ amount: '2799.46', side: 'CRDT', end_to_end: number, reason: 'AC04', reference: 'Y' }])
    expect(again.answer).toMatchObject({ returned: 0, unmatched: 1 })
    await settleAt('2054-12-21T09:00:00Z')
    const line = await house.one<{ amount: number }>(
      `select l.amount::int from settlement_line l join settlement s on s.id = l.settlement_id
        where l.kind = 12 and s.merchant_id = $1`,
      [bloom.merchant],
    )
    expect(line.amount).toBe(279_946)
  })

  it('leaves ledger and settlements sound, and the ledger says what the bank account moved', async () => {
    expect(await sound()).toEqual({ ledger: [], settlements: [] })
    const { ledger } = await house.by(ada, (trx) => listBankStatements(trx, debit))
    expect(Number(ledger)).toBe(0)
  })
})
