import { randomUUID } from 'node:crypto'
import { plusDays } from '@kontor/contract/dates'
import { surplusOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Booked, camtOf } from '../../../test/money/camt.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import { book, type NewTransfer } from '../../ledger/book.ts'
import { verifyLedger } from '../../ledger/checking/verify-ledger.ts'
import { closeDays } from '../../ledger/closing/close-days.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { providerId } from '../../platform/db/ids.ts'
import { addBankStatement } from '../statements/add-bank-statement.ts'
import { approveFeeSweep } from './approve-fee-sweep.ts'
import { cancelFeeSweep } from './cancel-fee-sweep.ts'
import { clientMoneyAt } from './client-money-at.ts'
import { clientMoneyJob } from './client-money-job.ts'
import { createFeeSweep } from './create-fee-sweep.ts'
import { getClientMoney } from './get-client-money.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let bank: string
let own: string
let say: Record<'bank' | 'own', ReturnType<typeof camtOf>>
let books: { id: string }[]
const first = '2054-12-07'
const ada = person('Ada')
const bob = person('Bob')

function person(name: string): Actor {
  const id = randomUUID()
  return { kind: 'user', id, name, psp: true, roles: ['PSP_ALL'], scope: { merchant: null }, time_zone: 'UTC' }
}
const now = () => new Date()
const warning = () => ({ masterKey: house.database.masterKey, wall: { now } })
const upload = (to: string, content: Buffer) =>
  house.by(ada, (trx) => addBankStatement(trx, ada, to, content, now(), warning()))
const sweep = (amount: number, actor = ada) =>
  house.by(actor, (trx) => createFeeSweep(trx, actor, { from: bank, to: own, amount }, now()))
const approve = (id: string, actor = bob) => house.by(actor, (trx) => approveFeeSweep(trx, actor, id, now()))
const cancel = (id: string) => house.by(ada, (trx) => cancelFeeSweep(trx, ada, id))
const seen = async () => {
  const all = await house.by(ada, (trx) => getClientMoney(trx, ada))
  const [euros] = all.currencies
  if (!euros) throw new Error('no euros')
  return { ...all, euros }
}
const balance = async (sub: string) =>
  Number(
    (
      await house.rows<{ sum: string }>(
        'select coalesce(sum(debit - credit), 0)::text as sum from ledger_balance where sub_id = $1 and code in (10, 12)',
        [sub],
      )
    )[0]?.sum,
  )
const transfer = (kind: NewTransfer['kind'], amount: number, given: Partial<NewTransfer> = {}): NewTransfer => ({
  ...{ merchant_id: bloom.merchant, book_id: books[0]?.id ?? '', kind, currency_code: 'EUR', amount },
  ...{ subject_id: randomUUID(), available: 'never', ...given },
})
const days = () =>
  house.rows<Record<string, unknown>>(
    `select business_day::text as day, bank::int, receivable::int, payable::int, owed_by_merchants::int as owed, surplus::int
      from client_money_day where currency_code = 'EUR' order by business_day`,
  )
const mails = async () => (await house.rows(`select from mail where template = 'client_money_short'`)).length
async function nextDay(day: string): Promise<void> {
  await house.clockTo(`${day}T09:00:00Z`)
  await closeDays(house.databases.provider)
  const job = () =>
    clientMoneyJob({
      databases: house.databases,
      masterKey: house.database.masterKey,
      wall: { now },
      nudge: () => {},
    }).run(new Date(`${day}T09:00:00Z`))
  await Promise.all([job(), job()])
}

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo(`${first}T09:00:00Z`)
  await house.open()
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  books = await house.rows('select book_of($1, null) as id', [bloom.merchant])
  bank = await house.make.pspBankAccount({ default: true })
  own = await house.make.pspBankAccount({ kind: 'OWN', default: true })
  const statements = async (id: string) => {
    const [row] = await house.rows<{ iban: Buffer }>('select iban from provider_bank_account where id = $1', [id])
    const iban = openIban(house.database.masterKey, { merchant: providerId, id }, row?.iban ?? Buffer.from(''))
    return camtOf(iban, { day: first })
  }
  say = { bank: await statements(bank), own: await statements(own) }
  await house.make.user({ roles: ['PSP_SETTLEMENT_LIST'] })
})
afterAll(() => house.stop())

describe('the check of client money (L13)', () => {
  it('keeps for each closed day what there is and whose it is, once, however often it runs', async () => {
    await house.by(ada, (trx) =>
      book(trx, [
        transfer('capture', 10_000),
        transfer('one_off_debit', 1_000, { actor: ada, reason: 'A terminal' }),
        transfer('processor_paid', 6_000, { sub_id: bank }),
        transfer('payout', 2_000),
      ]),
    )
    await nextDay(plusDays(first, 1))
    expect(await days()).toEqual([
      { day: first, bank: 6_000, receivable: 4_000, payable: 7_000, owed: 0, surplus: 1_000 },
    ])
    await nextDay(plusDays(first, 1))
    expect(await days()).toHaveLength(1)
    expect(await mails()).toBe(0)
  })

  it('counts no debt of one merchant for what another one is owed, and mails the shortfall of the newest day', async () => {
    const debtor = await house.make.merchant({ currency_code: 'EUR' })
    const [book_] = await house.rows<{ id: string }>('select book_of($1, null) as id', [debtor.merchant])
    await house.by(ada, (trx) =>
      book(trx, [transfer('chargeback', 3_000, { merchant_id: debtor.merchant, book_id: book_?.id ?? '' })]),
    )
    await nextDay(plusDays(first, 2))
    expect((await days()).at(-1)).toEqual({
      ...{ day: plusDays(first, 1), bank: 6_000, receivable: 1_000, payable: 7_000, owed: 3_000, surplus: -2_000 },
    })
    expect(await mails()).toBe(1)
    const { euros } = await seen()
    expect([euros.surplus, euros.sweepable, euros.owed_by_merchants]).toEqual([-2_000n, 0n, 3_000n])
    await expect(sweep(1)).rejects.toMatchObject({ code: 'sweep_exceeds_surplus' })
  })

  it('goes on after a pause day by day, and mails of the last one alone', async () => {
    await nextDay(plusDays(first, 6))
    expect((await days()).map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5].map((after) => plusDays(first, after)))
    expect(await mails()).toBe(2)
    await upload(bank, say.bank([{ amount: 4_000n, remittance: 'Own money' }]))
    expect((await seen()).euros.accounts).toMatchObject([
      { id: bank, ledger: 6_000n, statement: 100_004_000n, unmatched: 1 },
    ])
  })

  it('is never changed, and agrees with the ledger as of each of its days', async () => {
    await expect(house.rows('update client_money_day set surplus = surplus')).rejects.toThrow(/written once/)
    const [found] = await clientMoneyAt(house.databases.provider, first)
    expect(found).toMatchObject({
      bank: 6_000n,
      receivable: 4_000n,
      payable: 7_000n,
      reserve: 0n,
      in_transit: 2_000n,
    })
  })

  it('counts what is held as what belongs to merchants', async () => {
    await house.rows(
      `insert into ledger_balance (merchant_id, book_id, code, currency_code, business_day, debit, credit, n)
        select $1, $2, code, 'GBP', $3, debit, credit, 1 from (values (20, 900, 0), (30, 0, 400), (31, 0, 500)) x(code, debit, credit)`,
      [bloom.merchant, books[0]?.id, first],
    )
    const pounds = (await clientMoneyAt(house.databases.provider, first)).find((each) => each.currency_code === 'GBP')
    await house.rows(`delete from ledger_balance where currency_code = 'GBP'`)
    expect(pounds).toMatchObject({ receivable: 900n, payable: 400n, reserve: 500n, bank: 0n })
    expect(pounds && surplusOf(pounds)).toBe(0n)
  })

  it('says sums that no number holds to the cent', async () => {
    const huge = 9_007_199_254_740_993n
    await house.by(ada, (trx) =>
      book(trx, [
        {
          ...transfer('own_money_added', 1),
          amount: huge,
          currency_code: 'USD',
          sub_id: bank,
          actor: ada,
          reason: 'x',
        },
      ]),
    )
    const [dollars] = (await clientMoneyAt(house.databases.provider)).filter(
      ({ currency_code }) => currency_code === 'USD',
    )
    expect(dollars?.bank).toBe(huge)
  })
})

describe('a sweep of fees', () => {
  const debit = (reference: string, amount: bigint, given: Partial<Booked> = {}): Booked => ({
    ...{ amount: -amount, remittance: `Fees ${reference}`, ...given },
  })
  const referenceOf = async (id: string) => (await seen()).sweeps.find((each) => each.id === id)?.reference ?? ''
  const statusOf = async (id: string) => (await seen()).sweeps.find((each) => each.id === id)?.status
  let id: string

  it('takes at most the surplus that is at the bank, also when two ask for all of it at once', async () => {
    await house.by(ada, (trx) =>
      book(trx, [transfer('own_money_added', 5_000, { sub_id: bank, actor: ada, reason: 'Topped up' })]),
    )
    expect((await seen()).euros.sweepable).toBe(3_000n)
    await expect(sweep(3_001)).rejects.toMatchObject({ code: 'sweep_exceeds_surplus', details: { most: '3000' } })
    const both = await Promise.allSettled([sweep(3_000), sweep(3_000, bob)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await seen()).euros).toMatchObject({ under_way: 3_000n, sweepable: 0n })
    for (const each of (await seen()).sweeps) await cancel(each.id)
    expect((await seen()).euros.sweepable).toBe(3_000n)
  })

  it('goes from client money to an own account in the same currency alone', async () => {
    const dollars = await house.make.pspBankAccount({ kind: 'OWN', currency_code: 'USD' })
    for (const [from, to] of [
      [own, bank],
      [bank, bank],
      [bank, dollars],
      [bank, randomUUID()],
    ] as const)
      await expect(
        house.by(ada, (trx) => createFeeSweep(trx, ada, { from, to, amount: 1 }, now())),
      ).rejects.toMatchObject({
        code: 'sweep_account_wrong',
      })
  })

  it('needs another person, who looks at the surplus of that moment', async () => {
    id = await sweep(2_500)
    await expect(approve(id, ada)).rejects.toMatchObject({ code: 'same_person' })
    await house.by(ada, (trx) => book(trx, [transfer('capture', 1), transfer('difference_less', 1_000)]))
    await expect(approve(id)).rejects.toMatchObject({ code: 'sweep_exceeds_surplus' })
    await cancel(id)
    await expect(approve(id)).rejects.toMatchObject({ code: 'sweep_over' })
    id = await sweep(2_000)
    await expect(
      house.rows(
        `update fee_sweep set status = 'APPROVED', approved_by = 'x', approved_by_id = created_by_id,
        approved_at = now() where id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ constraint: 'fee_sweep_two_persons' })
  })

  it('is booked by the statement that has exactly it, once, after its approval', async () => {
    const reference = await referenceOf(id)
    const answer = await upload(bank, say.bank([debit(reference, 2_000n)]))
    expect(answer).toMatchObject({ swept: 0, unmatched: 1 })
    const before = { bank: await balance(bank), own: await balance(own) }
    const both = await Promise.allSettled([approve(id), approve(id)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await statusOf(id)).toBe('BOOKED')
    expect([await balance(bank), await balance(own)]).toEqual([before.bank - 2_000, before.own + 2_000])
    expect(await upload(bank, say.bank([debit(reference, 2_000n)]))).toMatchObject({ swept: 0, unmatched: 1 })
    await expect(cancel(id)).rejects.toMatchObject({ code: 'sweep_over' })
    expect(await balance(bank)).toBe(before.bank - 2_000)
  })

  it('is told once by the credit of the own account too, which books nothing', async () => {
    const reference = await referenceOf(id)
    const before = await balance(own)
    const arrived = { amount: 2_000n, end_to_end: reference }
    expect(await upload(own, say.own([arrived]))).toMatchObject({ swept: 1, unmatched: 0 })
    expect(await upload(own, say.own([arrived]))).toMatchObject({ swept: 0, unmatched: 1 })
    expect(await balance(own)).toBe(before)
    expect(await balance(own)).toBeGreaterThan(0)
    const found = (await verifyLedger(house.databases.provider, now))?.examples ?? []
    // No settlement stands behind these payouts.
    expect(found.filter(({ check }) => check !== 'L10 payable')).toEqual([])
  })

  it('is not canceled while the bank has it, and is booked when it was canceled before the bank carried it out', async () => {
    await house.by(ada, (trx) =>
      book(trx, [transfer('own_money_added', 50_000, { sub_id: bank, actor: ada, reason: 'Topped up' })]),
    )
    const early = await sweep(1_000)
    await upload(bank, say.bank([debit(await referenceOf(early), 1_000n)]))
    await expect(cancel(early)).rejects.toMatchObject({ code: 'sweep_at_bank' })
    await approve(early)
    const arrived = await sweep(1_000)
    await approve(arrived)
    await upload(own, say.own([{ amount: 1_000n, end_to_end: await referenceOf(arrived) }]))
    await expect(cancel(arrived)).rejects.toMatchObject({ code: 'sweep_at_bank' })
    const canceled = await sweep(1_000)
    await approve(canceled)
    await cancel(canceled)
    const before = { bank: await balance(bank), own: await balance(own) }
    expect(await upload(bank, say.bank([debit(await referenceOf(canceled), 1_000n)]))).toMatchObject({ swept: 1 })
    expect(await statusOf(canceled)).toBe('BOOKED')
    expect([await balance(bank), await balance(own)]).toEqual([before.bank - 1_000, before.own + 1_000])
    const never = await sweep(1_000)
    await cancel(never)
    expect(await upload(bank, say.bank([debit(await referenceOf(never), 1_000n)]))).toMatchObject({ swept: 0 })
    expect(await statusOf(never)).toBe('CANCELLED')
  })

  it('takes nothing that the bank may have paid already, as far as nobody knows what it was', async () => {
    const sweepable = BigInt((await seen()).euros.sweepable)
    await upload(bank, say.bank([{ amount: -300n, remittance: 'Unknown' }]))
    expect((await seen()).euros.sweepable).toBe(sweepable - 300n)
    await expect(sweep(Number(sweepable))).rejects.toMatchObject({ code: 'sweep_exceeds_surplus' })
    const all = await sweep(Number(sweepable - 300n))
    await upload(bank, say.bank([debit(await referenceOf(all), sweepable - 300n)]))
    expect((await seen()).euros.sweepable).toBe(0n)
    await approve(all)
    expect(await statusOf(all)).toBe('BOOKED')
  })

  it('is one of two that a debit names, and the other waits for its own', async () => {
    await house.by(ada, (trx) =>
      book(trx, [transfer('own_money_added', 5_000, { sub_id: bank, actor: ada, reason: 'Topped up' })]),
    )
    const both = [await sweep(100), await sweep(100)] as const
    for (const each of both) await approve(each)
    const names = await Promise.all(both.map(referenceOf))
    expect(await upload(bank, say.bank([debit(names.join(' '), 100n)]))).toMatchObject({ swept: 1, unmatched: 0 })
    expect([await statusOf(both[0]), await statusOf(both[1])].sort()).toEqual(['APPROVED', 'BOOKED'])
    const [waiting = ''] = names.filter((_, place) => place === 1)
    expect(await upload(bank, say.bank([debit(waiting, 100n)]))).toMatchObject({ swept: 1, unmatched: 0 })
  })

  it('may be told by a statement of another day: what stays unmatched is counted of the new entries alone', async () => {
    const late = await sweep(100)
    await upload(own, say.own([{ amount: 100n, end_to_end: await referenceOf(late) }]))
    await approve(late)
    expect(await upload(own, say.own([{ amount: 7n, remittance: 'Unknown' }]))).toMatchObject({
      ...{ swept: 1, unmatched: 1 },
    })
    expect(await upload(own, say.own([]))).toMatchObject({ swept: 0, unmatched: 0 })
  })
})
