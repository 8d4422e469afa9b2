import { randomUUID } from 'node:crypto'
import { houseBook } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitsHere } from '../../../test/database.ts'
import type { MadeMerchant } from '../../../test/make.ts'
import { type Booked, camtOf } from '../../../test/money/camt.ts'
import { type LedgerHouse, openLedgerHouse } from '../../../test/money/ledger-house.ts'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import { book } from '../../ledger/book.ts'
import { verifyLedger } from '../../ledger/checking/verify-ledger.ts'
import { holdLedger } from '../../ledger/ledger-day.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { engineActor } from '../../platform/db/actor.ts'
import { inTransaction, type Trx } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { keepSettlementFile } from '../../processors/settlements/add-settlement-file.ts'
import { readLines } from '../../processors/settlements/read-lines.ts'
import { closeSettlementFile } from '../../reconciliation/close-settlement-file.ts'
import { inTurnOfMerchant, matchFile } from '../../reconciliation/match-file.ts'
import { resolveDifference } from '../../reconciliation/resolve-difference.ts'
import { addBankStatement } from '../statements/add-bank-statement.ts'
import { decideBankEntry } from './decide-bank-entry.ts'
import { getReceipts } from './get-receipts.ts'
import { matchBankEntry } from './match-bank-entry.ts'
import { matchEntry, receiptsJob } from './match-processors.ts'

let house: LedgerHouse
let bloom: MadeMerchant
let settlement: string
let bank: string
let say: ReturnType<typeof camtOf>
let batches = 4_000
const now = new Date()
const today = now.toISOString().slice(0, 10)
const iban = 'NL91ABNA0417164300'
const ada: Actor = {
  ...{ kind: 'user', id: randomUUID(), name: 'Ada', psp: true, roles: ['PSP_ALL'] },
  ...{ scope: { merchant: null }, time_zone: 'UTC' },
}

const statementsOf = async (account: string, currency?: string) => {
  const [row] = await house.rows<{ iban: Buffer }>('select iban from provider_bank_account where id = $1', [account])
  const of = { merchant: providerId, id: account }
  return camtOf(openIban(house.database.masterKey, of, row?.iban ?? Buffer.from('')), {
    day: today,
    ...(currency && { currency }),
  })
}

beforeAll(async () => {
  house = await openLedgerHouse()
  await house.open()
  bank = await house.make.pspBankAccount({ default: true })
  say = await statementsOf(bank)
})
afterAll(() => house.stop())
beforeEach(async () => {
  bloom = await house.make.merchant({ currency_code: 'EUR' })
  settlement = await house.make.processorSettlement(bloom.merchant)
})

const by = <T>(run: (trx: Trx) => Promise<T>): Promise<T> => house.by(ada, run)
const upload = (content: Buffer, to = bank) =>
  by((trx) =>
    addBankStatement(trx, ada, to, content, new Date(), {
      masterKey: house.database.masterKey,
      wall: { now: () => now },
    }),
  )
const credit = (batch: string, amount: number, given: Partial<Booked> = {}): Booked => ({
  ...{ amount: BigInt(amount), remittance: `Uitbetaling batch ${batch}, dank`, counterparty: 'Kontor Sandbox B.V.' },
  ...given,
})

/** A file with these net amounts, of payments that are booked unless it says otherwise. Gives its batch. */
async function file(
  nets: readonly (number | { net: number; currency: string })[],
  { batch = String(++batches), booked = true, decided = true, of = settlement } = {},
) {
  const lines: string[] = []
  for (const [place, each] of nets.entries()) {
    const { net, currency } = typeof each === 'number' ? { net: each, currency: 'EUR' } : each
    const isOurs = booked && net > 0 && currency === 'EUR'
    const id = isOurs ? (await house.make.transaction(bloom, { amount: net, created_at: now })).id : `x${place}`
    lines.push(
      [batch, now.toISOString(), net > 0 ? 'Payment' : 'Fee', id, id, id, currency, net, 0, 0, 0, 0, net].join(','),
    )
  }
  await house.post()
  const head =
    'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
  const content = Buffer.from([head, ...lines].join('\n'))
  const kept = await inTransaction(
    house.databases,
    engineActor(bloom.merchant, 'system'),
    (trx) =>
      keepSettlementFile(
        trx,
        { merchant_id: bloom.merchant, id: of },
        { name: `${batch}.csv`, content, uploaded_by: 'Eva', is_proof: false },
        now,
      ),
    { as: 'provider' },
  )
  await readLines({ databases: house.databases, masterKey: house.database.masterKey }, kept)
  if (decided) await matchFile(house.databases, kept, now)
  return { ...kept, batch }
}
const balance = async (code: number, sub?: string): Promise<number> => {
  const [row] = await house.rows<{ sum: string }>(
    `select coalesce(sum(debit - credit), 0)::text as sum from ledger_balance
      where merchant_id = $1 and code = $2 and ($3::uuid is null or sub_id = $3)`,
    [bloom.merchant, code, sub ?? null],
  )
  return Number(row?.sum)
}
const entry = async () => {
  const [row] = await house.rows<{ id: string; state: string; reason: string | null }>(
    `select id, state, reason from bank_entry order by created_at desc, id desc limit 1`,
  )
  if (!row) throw new Error('no entry')
  return row
}
const why = async () => (await by(async (trx) => getReceipts(trx, (await entry()).id))).open_because
const differences = () =>
  house.rows<{ id: string; type: string; said: number; expected: number; status: string; line: number }>(
    `select id, type, said::int, expected::int, status, line from reconciliation_difference
      where merchant_id = $1 and type = 'RECEIVED' order by line desc`,
    [bloom.merchant],
  )
const match = async (files: readonly { id: string }[], id?: string) =>
  by(async (trx) =>
    matchBankEntry(
      trx,
      ada,
      id ?? (await entry()).id,
      { files: files.map((each) => each.id), reason: 'The processor said so' },
      now,
    ),
  )
const decide = async (state: 'OWN_MONEY' | 'BANK_COST' | 'ELSEWHERE') =>
  by(async (trx) => decideBankEntry(trx, ada, (await entry()).id, { state, reason: 'We put it there' }, now))
const isSound = async () => (await verifyLedger(house.databases.provider, () => new Date()))?.examples

describe('a credit of a processor', () => {
  it('pays the file whose batch it names: account 20 is empty, the money is at the bank, and both say so', async () => {
    const paid = await file([7_000, 3_000])
    expect(await balance(20)).toBe(10_000)
    const content = say([credit(paid.batch, 10_000)])
    expect(await upload(content)).toMatchObject({ received: 1, unmatched: 0, statements: 1 })
    expect([await balance(20), await balance(10, bank)]).toEqual([0, 10_000])
    const { id, state } = await entry()
    expect(state).toBe('PROCESSOR')
    expect(await by((trx) => getReceipts(trx, id))).toMatchObject({
      ...{ open_because: null, candidates: [] },
      received: [{ file: paid.id, batch: paid.batch, amount: '10000', processor_settlement: settlement }],
    })
    expect(
      await house.rows(
        `select bank_entry_id, amount::int, received_on::text from processor_receipt where file_id = $1`,
        [paid.id],
      ),
    ).toEqual([{ bank_entry_id: id, amount: 10_000, received_on: today }])
    await expect(upload(content)).rejects.toMatchObject({ code: 'file_known' })
    expect(await isSound()).toEqual([])
  })

  it('pays once, when jobs run at once and the file came after the statement', async () => {
    const batch = String(++batches)
    await upload(say([credit(batch, 5_000)]))
    expect([await why(), (await entry()).state]).toEqual(['no_settlement', 'UNMATCHED'])
    await file([5_000], { batch })
    const { id } = await entry()
    await Promise.all([
      receiptsJob(house.databases).run(now),
      receiptsJob(house.databases).run(now),
      ...[1, 2].map(() => by((trx) => matchEntry(trx, id, now))),
    ])
    expect([await balance(20), await balance(10), (await entry()).state]).toEqual([0, 5_000, 'PROCESSOR'])
  })

  it('leaves nothing of it behind when the server dies before it is written', async () => {
    const paid = await file([5_000], { decided: false })
    await upload(say([credit(paid.batch, 5_000)]))
    expect(await why()).toBe('lines_not_decided')
    await matchFile(house.databases, paid, now)
    const { id } = await entry()
    const dying = by(async (trx) => {
      expect(await matchEntry(trx, id, now)).toBe(true)
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    await expect(dying).rejects.toThrow()
    expect([await balance(20), await balance(10), (await entry()).state]).toEqual([5_000, 0, 'UNMATCHED'])
    await receiptsJob(house.databases).run(now)
    expect([await balance(20), await balance(10)]).toEqual([0, 5_000])
  })

  it('pays all batches that it names, and none when it names two and has the amount of one', async () => {
    const [one, two] = [await file([4_000]), await file([2_500])]
    await upload(say([credit(`${one.batch} en ${two.batch}`, 4_000)]))
    expect(await why()).toBe('several')
    await decide('ELSEWHERE')
    expect(await upload(say([credit(`${one.batch} en ${two.batch}`, 6_500)]))).toMatchObject({ received: 1 })
    expect([await balance(20), await balance(10)]).toEqual([0, 6_500])
  })

  it.each([
    ['of another amount', { amount: 9_999n }, 'amount_differs'],
    ['of somebody unknown', { counterparty: 'A. Person' }, 'payer_unknown'],
    ['without its batch', { remittance: 'Thanks', reference: '5000' }, 'not_named'],
    ['long before it', { day: '2020-01-01' }, 'out_of_window'],
  ])('%s stays open, and says why', async (_, given, because) => {
    const paid = await file([10_000])
    expect(await upload(say([credit(paid.batch, 10_000, given)]))).toMatchObject({ received: 0, unmatched: 1 })
    expect([await why(), await balance(20), await balance(10)]).toEqual([because, 10_000, 0])
    await decide('ELSEWHERE')
  })

  it('in another currency, of two processors with the same batch, or on an own account stays open', async () => {
    const dollars = await file([{ net: 800, currency: 'USD' }])
    await upload(say([credit(dollars.batch, 800)]))
    expect(await why()).toBe('other_currency')
    await decide('ELSEWHERE')
    const paid = await file([1_200])
    const other = await house.make.processorSettlement(bloom.merchant)
    await file([1_200], { batch: paid.batch, of: other })
    await upload(say([credit(paid.batch, 1_200)]))
    expect(await why()).toBe('several')
    await decide('ELSEWHERE')
    const own = await house.make.pspBankAccount({ kind: 'OWN' })
    await upload((await statementsOf(own))([credit(paid.batch, 1_200)]), own)
    expect(await why()).toBe('not_client_money')
    await expect(match([paid])).rejects.toMatchObject({ code: 'entry_not_client_money' })
    await expect(decide('OWN_MONEY')).rejects.toMatchObject({ code: 'entry_not_client_money' })
    await decide('ELSEWHERE')
  })

  it('is a second one of a batch that is paid: it stays open', async () => {
    const paid = await file([1_000])
    await upload(say([credit(paid.batch, 1_000)]))
    await upload(say([credit(paid.batch, 1_000)]))
    expect([await why(), await balance(20)]).toEqual(['received_before', 0])
    await expect(match([paid])).rejects.toMatchObject({ code: 'file_received' })
    await decide('ELSEWHERE')
  })

  it('may be a debit: what a processor takes is owed no more', async () => {
    const taken = await file([-2_000])
    const before = await balance(20)
    expect(before).toBe(-2_000)
    expect(await upload(say([credit(taken.batch, -2_000)]))).toMatchObject({ received: 1 })
    expect([await balance(20), await balance(10, bank)]).toEqual([0, -2_000])
    expect(await isSound()).toEqual([])
  })

  it('of more than a number holds is booked to the cent', async () => {
    const lines = [9_000_000_000_000_000, 9_000_000_000_000_000, 7]
    const paid = await file(lines, { booked: false })
    const whole = 18_000_000_000_000_007n
    expect(await upload(say([credit(paid.batch, 0, { amount: whole })]))).toMatchObject({ received: 1 })
    const [row] = await house.rows<{ sum: string }>(
      `select sum(debit - credit)::text as sum from ledger_balance where merchant_id = $1 and code = 10`,
      [bloom.merchant],
    )
    expect(row?.sum).toBe(String(whole))
  })
})

describe('a person', () => {
  it('matches a credit that is short: what came is booked, and the rest is a difference that is decided as others', async () => {
    const paid = await file([10_000])
    await upload(say([credit(paid.batch, 9_500)]))
    await match([paid])
    expect((await entry()).reason).toBe('The processor said so')
    expect([await balance(20), await balance(21), await balance(10)]).toEqual([0, 500, 9_500])
    const [difference] = await differences()
    expect(difference).toMatchObject({ said: 9_500, expected: 10_000, status: 'OPEN', line: 0 })
    const close = (amount: number) =>
      by((trx) =>
        closeSettlementFile(
          ...([trx, ada, settlement] as const),
          { file: paid.id, bank_reference: 'B', received: [{ currency_code: 'EUR', amount }] },
          now,
        ),
      )
    await expect(close(9_500)).rejects.toMatchObject({ code: 'file_not_decided' })
    await by((trx) =>
      resolveDifference(
        ...([trx, ada, settlement] as const),
        { difference: difference?.id ?? '', status: 'CLAIMED', reason: 'They owe it' },
        now,
      ),
    )
    expect([await balance(20), await balance(21)]).toEqual([500, 0])
    await expect(close(10_000)).rejects.toMatchObject({ code: 'not_net_of_file' })
    await close(9_500)
    expect(await isSound()).toEqual([])
  })

  it('claims what is short, and what comes later for it is booked once', async () => {
    const paid = await file([10_000])
    await upload(say([credit(paid.batch, 9_500)]))
    await match([paid])
    const claim = async () => {
      const open = (await differences()).find(({ status }) => status === 'OPEN')
      await by((trx) =>
        resolveDifference(
          ...([trx, ada, settlement] as const),
          { difference: open?.id ?? '', status: 'CLAIMED', reason: 'They owe it' },
          now,
        ),
      )
    }
    await upload(say([credit(paid.batch, 500)]))
    const early = (await entry()).id
    expect(await why()).toBe('received_before')
    await expect(match([paid])).rejects.toMatchObject({ code: 'file_received' })
    await claim()
    await Promise.all([receiptsJob(house.databases).run(now), by((trx) => matchEntry(trx, early, now))])
    expect((await differences()).map(({ status }) => status)).toEqual(['CORRECTED'])
    expect([await balance(20), await balance(21), await balance(10)]).toEqual([0, 0, 10_000])
    expect(await by((trx) => getReceipts(trx, early))).toMatchObject({ received: [{ file: paid.id, amount: '500' }] })
    await upload(say([credit(paid.batch, 500)]))
    expect([await why(), await balance(10)]).toEqual(['received_before', 10_000])
    await decide('ELSEWHERE')
    expect(await isSound()).toEqual([])
  })

  it('claims what came too much, which the processor takes back in part: the rest is a difference of its own', async () => {
    const paid = await file([1_000])
    await upload(say([credit(paid.batch, 1_500)]))
    await match([paid])
    const [open] = await differences()
    await by((trx) =>
      resolveDifference(
        ...([trx, ada, settlement] as const),
        { difference: open?.id ?? '', status: 'CLAIMED', reason: 'They take it back' },
        now,
      ),
    )
    await upload(say([credit(paid.batch, -400)]))
    expect((await by(async (trx) => getReceipts(trx, (await entry()).id))).candidates).toMatchObject([
      { file: paid.id, net: '-500' },
    ])
    await match([paid])
    expect((await differences()).map(({ status, said, expected }) => [status, said, expected])).toEqual([
      ['CORRECTED', 1_500, 1_000],
      ['OPEN', -400, -500],
    ])
    expect([await balance(20), await balance(21), await balance(10)]).toEqual([0, -100, 1_100])
    expect(await isSound()).toEqual([])
  })

  it('matches one with several files, once when two do it at once, and knows the payer from then on', async () => {
    const [one, two, three] = [await file([4_000]), await file([2_500]), await file([100])]
    const payer = { counterparty: 'Acquirer X', counterparty_iban: iban }
    await upload(say([credit('unknown', 6_600, { ...payer, remittance: 'Payout' })]))
    const both = await Promise.allSettled([match([one, two]), match([one, two])])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await differences()).map(({ said, expected }) => [said, expected])).toEqual([[4_100, 4_000]])
    expect([await balance(20), await balance(21), await balance(10)]).toEqual([100, -100, 6_600])
    await expect(match([three])).rejects.toMatchObject({ code: 'entry_decided' })
    expect(await upload(say([credit(three.batch, 100, { ...payer, counterparty: 'New name' })]))).toMatchObject({
      received: 1,
    })
  })

  it('is refused files that are not decided, of the other side, or in another currency', async () => {
    const open = await file([700], { decided: false })
    await upload(say([credit('unknown', 700)]))
    await expect(match([open])).rejects.toMatchObject({ code: 'lines_not_decided' })
    await expect(match([await file([-700])])).rejects.toMatchObject({ code: 'entry_other_side' })
    const dollars = await file([{ net: 700, currency: 'USD' }])
    for (const wrong of [dollars, { id: randomUUID() }])
      await expect(match([wrong])).rejects.toMatchObject({ details: { 'body.files': 'not_found' } })
    await expect(decide('BANK_COST')).rejects.toMatchObject({ code: 'entry_other_side' })
    await decide('OWN_MONEY')
  })

  it("says what is the provider's own, a cost of the bank, or booked elsewhere; it is decided once", async () => {
    const house12 = async () =>
      (
        await house.rows<{ code: number; sum: string }>(
          `select code, sum(debit - credit)::text as sum from ledger_balance where merchant_id = $1 group by 1 order by 1`,
          [providerId],
        )
      ).map(({ code, sum }) => [code, Number(sum)])
    const before = new Map((await house12()).map(([code, sum]) => [code, sum ?? 0]))
    await upload(say([{ amount: 30_000n, remittance: 'Own money' }]))
    await decide('OWN_MONEY')
    await expect(decide('ELSEWHERE')).rejects.toMatchObject({ code: 'entry_decided' })
    await upload(say([{ amount: -450n, remittance: 'Costs' }]))
    await decide('BANK_COST')
    const after = new Map((await house12()).map(([code, sum]) => [code, sum ?? 0]))
    const moved = (code: number) => (after.get(code) ?? 0) - (before.get(code) ?? 0)
    expect([moved(10), moved(12), moved(52)]).toEqual([29_550, -30_000, 450])
    expect(await isSound()).toEqual([])
  })

  it('decides no debit that names a payout which is not paid: it keeps that from being paid again', async () => {
    const id = await house.make.settlement(bloom.merchant, { status: 'CLOSED' })
    const [payout] = await house.rows<{ number: string; amount: string }>(
      'select number, amount::text from payout where id = $1',
      [id],
    )
    await upload(say([{ amount: -BigInt(payout?.amount ?? 0), end_to_end: payout?.number ?? '' }]))
    await expect(decide('ELSEWHERE')).rejects.toMatchObject({ code: 'entry_names_payout' })
  })

  it('changes nothing else of an entry, not even as the owner of the tables', async () => {
    for (const change of [
      `update bank_entry set amount = 1`,
      `update bank_entry set state = 'UNMATCHED' where state = 'PROCESSOR'`,
      `delete from bank_entry`,
      `update processor_receipt set amount = 1`,
    ])
      await expect(house.rows(change)).rejects.toThrow(/written once/)
  })
})

describe('beside others', () => {
  const waits = async () => (await house.rows(`${waitsHere} and locktype = 'advisory'`)).length > 0

  it('a statement books nothing before whoever posts is ready', async () => {
    const paid = await file([1_000])
    let isOver = false
    const uploaded = await house.databases.provider.transaction().execute(async (trx) => {
      await holdLedger(trx)
      const all = upload(say([credit(paid.batch, 1_000)])).finally(() => {
        isOver = true
      })
      await expect.poll(async () => isOver || (await waits())).toBe(true)
      expect(isOver).toBe(false)
      return { all }
    })
    expect(await uploaded.all).toMatchObject({ received: 1 })
  })

  it('what a processor paid waits for decisions of the same merchant before it books, so that neither stops the other', async () => {
    const paid = await file([1_000])
    await upload(say([credit('unknown', 900)]))
    const [row] = await house.rows<{ book_id: string; sub_id: string }>(
      `select book_id, sub_id from ledger_transfer where merchant_id = $1 and kind = 1`,
      [bloom.merchant],
    )
    const one = {
      ...{ merchant_id: bloom.merchant, book_id: row?.book_id ?? '', sub_id: row?.sub_id ?? '', amount: 1 },
      ...{ currency_code: 'EUR', subject_id: randomUUID(), available: 'never' as const },
    }
    const matched = await by(async (trx) => {
      await inTurnOfMerchant(trx, bloom.merchant)
      const all = Promise.allSettled([match([paid])])
      await expect.poll(waits).toBe(true)
      await book(trx, [
        { ...one, kind: 'difference_more' },
        { ...one, kind: 'difference_less' },
      ])
      return { all }
    })
    expect(await matched.all).toMatchObject([{ status: 'fulfilled' }])
    expect([await balance(20), await balance(21), await balance(10)]).toEqual([0, 100, 900])
  })

  it('an entry finds its file by the index of batches', async () => {
    await upload(say([credit('unknown', 31)]))
    const { id } = await entry()
    await file([31])
    // Also what this connection did before.
    const soFar = async (trx: Trx) => {
      const { rows } = await sql<{ scans: number; files: number }>`
        select pg_stat_get_xact_numscans(i)::int as scans, pg_stat_get_xact_tuples_returned(i)::int as files
        from (select 'processor_settlement_file_batch'::regclass as i) i`.execute(trx)
      return rows[0] ?? { scans: 0, files: 0 }
    }
    const [before, after] = await by(async (trx) => {
      await sql`set local enable_seqscan = off`.execute(trx)
      const first = await soFar(trx)
      await matchEntry(trx, id, now)
      return [first, await soFar(trx)] as const
    })
    expect(after.scans).toBeGreaterThan(before.scans)
    // No file has such a batch: none is looked at.
    expect(after.files).toBe(before.files)
    await decide('ELSEWHERE')
  })

  it('an account without a processor here owes under nobody, and not under the bank account', async () => {
    const nobody = await house.make.processorSettlement(bloom.merchant, { url: 'https://other.example' })
    const paid = await file([5_000], { booked: false, of: nobody })
    expect(await balance(20, houseBook)).toBe(5_000)
    expect(await upload(say([credit(paid.batch, 5_000)]))).toMatchObject({ received: 1 })
    expect([await balance(20, houseBook), await balance(20, bank), await balance(10, bank)]).toEqual([0, 0, 5_000])
  })

  it('one that cannot be booked stops none behind it, and is told', async () => {
    const [one, two] = [String(++batches), String(++batches)]
    await upload(say([credit(one, 400), credit(two, 500)]))
    const [first] = [await file([400], { batch: one }), await file([500], { batch: two })]
    await house.rows(`create trigger failing before insert on processor_receipt for each row
      when (new.file_id = '${first.id}') execute function refuse_rewriting_receipt()`)
    await expect(receiptsJob(house.databases).run(now)).rejects.toThrow(AggregateError)
    expect([await balance(20), await balance(10)]).toEqual([400, 500])
    await house.rows('drop trigger failing on processor_receipt')
    await receiptsJob(house.databases).run(now)
    expect([await balance(20), await balance(10)]).toEqual([0, 900])
  })

  it('what the ledger allows is widened without reading all of it', async () => {
    expect(
      await house.rows(
        `select convalidated from pg_constraint where conrelid = 'ledger_transfer'::regclass
          and conname in ('ledger_transfer_kind_check', 'ledger_transfer_by_hand')`,
      ),
    ).toEqual([{ convalidated: false }, { convalidated: false }])
  })
})
