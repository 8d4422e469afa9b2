import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MadeMerchant } from '../../test/make.ts'
import { camtOf } from '../../test/money/camt.ts'
import { type LedgerHouse, openLedgerHouse } from '../../test/money/ledger-house.ts'
import { openIban } from '../bank-accounts/sealed-iban.ts'
import { book } from '../ledger/book.ts'
import { verifyLedger } from '../ledger/checking/verify-ledger.ts'
import { closeDays } from '../ledger/closing/close-days.ts'
import { decideBankEntry } from '../payouts/entries/decide-bank-entry.ts'
import { getReceipts } from '../payouts/entries/get-receipts.ts'
import { addBankStatement } from '../payouts/statements/add-bank-statement.ts'
import { approveSettlementUpdate } from '../payouts/updates/approve-settlement-update.ts'
import { createSettlementUpdate } from '../payouts/updates/create-settlement-update.ts'
import { type Actor, engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { providerId } from '../platform/db/ids.ts'
import { runSettlements } from './runs/run-settlements.ts'
import { settle } from './runs/settle.ts'
import { verifySettlements } from './runs/verify-settlements.ts'

const person = (name: string): Actor => ({
  ...{ kind: 'user', id: randomUUID(), name, psp: true, roles: ['PSP_SUPER'] },
  ...{ scope: { merchant: null }, time_zone: 'UTC' },
})
const [ada, bob] = [person('Ada'), person('Bob')]
const debt = 10_000
const now = new Date()
let house: LedgerHouse
let bloom: MadeMerchant
let book_id: string
let bank: string
let say: ReturnType<typeof camtOf>
/** The settlement that carries the debt. */
let settlement: string
let monday = new Date('2054-12-07T09:00:00Z')

const booked = (
  kind: 'one_off_debit' | 'one_off_credit',
  amount: number,
  available: 'at once' | { banking_days: number },
) =>
  house.by(ada, (trx) =>
    book(trx, [
      {
        ...{
          merchant_id: bloom.merchant,
          book_id,
          currency_code: 'EUR',
          subject_id: randomUUID(),
          kind,
          amount,
          available,
        },
        ...{ actor: { kind: 'user', id: ada.id, name: ada.name }, reason: 'A terminal was lost' },
      },
    ]),
  )
/** A week later, with its days closed. */
async function weekLater() {
  monday = new Date(monday.getTime() + 7 * 86_400_000)
  await house.clockTo(monday.toISOString())
  await closeDays(house.databases.provider)
}
/** The same, with what the engine does then. */
async function nextMonday() {
  await weekLater()
  const problems: unknown[] = []
  await runSettlements({ databases: house.databases, now: () => now, onProblem: (error) => problems.push(error) })
  expect(problems).toEqual([])
}
const last = () =>
  house.one<{ id: string; opening: number; carried: number; paid: number; status: string }>(
    `select id, opening::int, carried::int, paid::int, status from settlement where merchant_id = $1 order by upper(covers) desc limit 1`,
    [bloom.merchant],
  )
const moved = (kind: number) =>
  house.rows<{ amount: number; reason: string }>(
    `select amount::int, reason from ledger_transfer where merchant_id = $1 and kind = $2 order by seq`,
    [bloom.merchant, kind],
  )
/** Entries of the bank, with their ids. */
async function credited(...amounts: number[]): Promise<string[]> {
  await house.by(ada, (trx) =>
    addBankStatement(trx, ada, bank, say(amounts.map((amount) => ({ amount: BigInt(amount) }))), now, {
      masterKey: house.database.masterKey,
      wall: { now: () => now },
    }),
  )
  const rows = await house.rows<{ id: string }>(
    `select e.id from bank_entry e join bank_statement s on s.id = e.statement_id
      where s.number = (select max(number) from bank_statement) order by e.number`,
  )
  return rows.map(({ id }) => id)
}
const collect = (entry: string, of = settlement) =>
  house.by(ada, (trx) =>
    decideBankEntry(trx, ada, entry, { state: 'DEBT', settlement: of, reason: 'Paid by bank' }, now),
  )
const writeOff = (actor = ada) =>
  house.by(actor, (trx) =>
    createSettlementUpdate(
      trx,
      actor,
      { settlement, kind: 'WRITE_OFF', from_status: 'CARRIED', reason: 'The shop is gone, the receiver wrote' },
      now,
    ),
  )
const approve = async (id: string, actor = bob) => {
  const refused = await house.by(actor, (trx) => approveSettlementUpdate(trx, actor, id))
  if (refused) throw refused
}
const sound = async () => [
  (await verifyLedger(house.databases.provider, () => now))?.examples,
  await verifySettlements(house.databases.provider),
]

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.clockTo(monday.toISOString())
  await house.open()
  bank = await house.make.pspBankAccount({ default: true })
  const { iban } = await house.one<{ iban: Buffer }>('select iban from provider_bank_account where id = $1', [bank])
  say = camtOf(openIban(house.database.masterKey, { merchant: providerId, id: bank }, iban), { day: '2054-12-07' })
})
afterAll(() => house.stop())
beforeEach(async () => {
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  book_id = (await house.one<{ id: string }>('select book_of($1, null) as id', [bloom.merchant])).id
  await booked('one_off_debit', debt, 'at once')
  await nextMonday()
  settlement = (await last()).id
  expect(await last()).toMatchObject({ carried: -debt, status: 'CARRIED' })
})

describe('a debt that a settlement carries', () => {
  it('is paid by entries of the bank, which the next settlement has', async () => {
    const [entry = '', rest = ''] = await credited(6_000, 4_000)
    expect((await house.by(ada, (trx) => getReceipts(trx, entry))).debts).toMatchObject([{ settlement, owed: '10000' }])
    await collect(entry)
    await expect(collect(entry)).rejects.toMatchObject({ code: 'entry_decided' })
    expect((await house.by(ada, (trx) => getReceipts(trx, rest))).debts).toMatchObject([{ settlement, owed: '4000' }])
    await collect(rest)
    expect(await moved(26)).toEqual([
      { amount: 6_000, reason: 'Paid by bank' },
      { amount: 4_000, reason: 'Paid by bank' },
    ])
    await nextMonday()
    expect(await last()).toMatchObject({ opening: -debt, carried: 0, paid: 0 })
    expect(await sound()).toEqual([[], []])
  })

  it('is paid once, when two say so at once', async () => {
    const entries = await credited(6_000, 6_000)
    const outcomes = await Promise.allSettled(entries.map((entry) => collect(entry)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'more_than_debt' } })
    expect(await moved(26)).toHaveLength(1)
  })

  it('is not paid by more than it is, by a debit, or by what another settlement took on', async () => {
    const [more = '', entry = '', debit = ''] = await credited(10_001, 1_000, -500)
    await expect(collect(more)).rejects.toMatchObject({ code: 'more_than_debt', details: { owed: '10000' } })
    await expect(collect(debit)).rejects.toMatchObject({ code: 'entry_other_side' })
    await expect(collect(entry, randomUUID())).rejects.toMatchObject({ code: 'invalid_request' })
    await booked('one_off_debit', 1, 'at once')
    await nextMonday()
    await expect(collect(entry)).rejects.toMatchObject({ code: 'more_than_debt', details: { owed: '0' } })
    expect(await moved(26)).toEqual([])
  })

  it('is given up by two persons: what nothing that was booked since covers', async () => {
    await booked('one_off_credit', 2_500, { banking_days: 10 })
    const id = await writeOff()
    expect(await moved(27)).toEqual([])
    await expect(approve(id, ada)).rejects.toMatchObject({ code: 'same_person' })
    await approve(id)
    expect(await moved(27)).toEqual([{ amount: 7_500, reason: 'The shop is gone, the receiver wrote' }])
    await expect(writeOff()).rejects.toMatchObject({ code: 'status_not_possible' })
    await nextMonday()
    expect(await last()).toMatchObject({ opening: -debt, carried: -2_500 })
    expect(await sound()).toEqual([[], []])
  })

  it('is not given up by an approval of what was paid meanwhile', async () => {
    const id = await writeOff()
    const [entry = ''] = await credited(1)
    await collect(entry)
    await expect(approve(id)).rejects.toMatchObject({ code: 'status_overtaken' })
    expect(await moved(27)).toEqual([])
  })

  it('is given up or paid, not both, when both happen at once', async () => {
    const id = await writeOff()
    const [entry = ''] = await credited(debt)
    const outcomes = await Promise.allSettled([approve(id), collect(entry)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([...(await moved(26)), ...(await moved(27))].map(({ amount }) => amount)).toEqual([debt])
  })
})

describe('a debt that the next settlement takes from the reserve', () => {
  /** A payment of which all is held, under a profile that covers what is missing from the reserve. */
  async function reserveOfDebt() {
    await house.make.settlementProfile(bloom.merchant, { negative: 'RESERVE', isDefault: true, minimum: 0 })
    await house.make.scheme({ type: 'RESERVE', hold_ppm: 1_000_000, hold_days: 90, merchants: [bloom.merchant] })
    const created_at = new Date(monday.getTime() + 3_600_000)
    await house.make.transaction(bloom, { ...{ amount: debt, payment_product: 'ideal', created_at } })
    await house.clockTo(new Date(monday.getTime() + 2 * 3_600_000).toISOString())
    await house.post()
  }
  /** Settles the book, and does the other thing after the settlement is written and before it is committed. */
  async function whileSettling(other: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
    const { promise: began, resolve: begins } = Promise.withResolvers<void>()
    const { day } = await house.one<{ day: string }>('select closed_through::text as day from ledger_day')
    const settling = inTransaction(
      house.databases,
      { ...engineActor(bloom.merchant, 'system'), id: null, name: 'system' },
      async (trx) => {
        await settle(trx, { merchant_id: bloom.merchant, book_id, currency_code: 'EUR' }, day, { now })
        isWritten()
        await began
        // Long enough for the other one to read what is owed, if nothing keeps it from that.
        await Promise.race([outcome, new Promise((resolve) => setTimeout(resolve, 500))])
      },
      { as: 'provider' },
    )
    await Promise.race([written, settling])
    const outcome = Promise.allSettled([other()])
    begins()
    await settling
    const [first] = await outcome
    return first
  }

  it('is not paid at the bank as well', async () => {
    await reserveOfDebt()
    await weekLater()
    const [entry = ''] = await credited(debt)
    expect(await whileSettling(() => collect(entry))).toMatchObject({ reason: { code: 'more_than_debt' } })
    expect(await moved(25)).toMatchObject([{ amount: debt }])
    expect(await moved(26)).toEqual([])
    await nextMonday()
    expect(await last()).toMatchObject({ opening: -debt, carried: 0, paid: 0 })
    expect(await sound()).toEqual([[], []])
  })

  it('is not given up as well', async () => {
    await weekLater()
    const id = await writeOff()
    await reserveOfDebt()
    await weekLater()
    expect(await whileSettling(() => approve(id))).toMatchObject({ reason: { code: 'status_overtaken' } })
    expect(await moved(25)).toMatchObject([{ amount: debt }])
    expect(await moved(27)).toEqual([])
  })
})
