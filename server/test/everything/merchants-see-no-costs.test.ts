import { type LedgerKind, ledgerKinds, merchantKinds } from '@kontor/contract/ledger/ledger.rules'
import { newLine } from '@kontor/contract/pricing/new-line'
import { reportTypes } from '@kontor/contract/reports/report.rules'
import { listedEntities, reportedEntity } from '@kontor/contract/reports/reported-entity'
import { isAllowed } from '@kontor/contract/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../../src/ledger/book.ts'
import { engineActor } from '../../src/platform/db/actor.ts'
import { inTransaction } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/db/ids.ts'
import { until } from '../harness.ts'
import { type Mailbox, openMailbox } from '../mails/mailbox.ts'
import { makeWorld, type World } from '../world.ts'
import { ask, askEverything } from './ask-everything.ts'

/** Kinds that a merchant must not see: costs, partners’ shares, differences, and the provider's banks. */
const hidden = Object.keys(ledgerKinds).filter((name) => !merchantKinds.some((kind) => kind === name)) as LedgerKind[]

/** An amount for each of them, and for what is kept of them elsewhere, that nothing else has. */
const amounts = new Map(
  [...hidden, 'margin', 'said', 'expected', 'charged', 'cost price', 'share of a partner'].map((name, at) => [
    name,
    41_387_311 + at * 1_003_469,
  ]),
)
const amountOf = (name: string): number => amounts.get(name) ?? 0
const cost = amountOf('cost_expected') + amountOf('cost_more') - amountOf('cost_less')
const share = amountOf('partner_share') - amountOf('partner_share_undone')
const fee = cost + share + amountOf('margin')

let mailbox: Mailbox
let world: World

beforeAll(async () => {
  mailbox = await openMailbox()
  world = await makeWorld({ mail: { smtpUrl: mailbox.url, poll_ms: 50 }, reports: { poll_ms: 30 } })
  await bookRecognisably()
  // A busy machine takes more than the usual minute for a world, and without it nothing of this is proved.
}, 240_000)
afterAll(async () => {
  await world.stop()
  await mailbox.down()
})

/** Books everything that is hidden, each with its amount, of one payment; and keeps what a processor said of it. */
async function bookRecognisably(): Promise<void> {
  const { a, sql, kontor } = world
  const { merchant: merchant_id, processor } = a
  const [payment] = await sql(`select id from transaction where merchant_reference = 'Alpha-settled-0'`)
  const [own] = await sql(`select id from ledger_book where merchant_id = $1 limit 1`, [merchant_id])
  const [id, book_id] = [String(payment?.['id']), String(own?.['id'])]
  const of = { merchant_id, book_id, currency_code: 'EUR', subject_id: id, transaction_id: id, sub_id: processor }
  const by = { available: 'never' as const, actor: { kind: 'user', id: null, name: 'Eva' }, reason: 'Recognisable' }
  await inTransaction(
    kontor.databases,
    engineActor(merchant_id, 'system'),
    (trx) =>
      book(trx, [
        ...hidden.map((kind) => ({ ...of, ...by, kind, amount: amountOf(kind) })),
        { ...of, ...by, sub_id: undefined, kind: 'fee', amount: fee },
      ]),
    { as: 'provider' },
  )
  await sql(
    `insert into reconciliation_difference (merchant_id, id, created_at, processor_settlement_id, type, line_kind, subject_id,
        transaction_id, book_id, said, currency_code, expected, expected_currency_code, booked_on, needs_another)
      select $1, $2, now(), s.id, 'MISSING', 'payment', $3, $3, $4, $5, 'EUR', $6, 'EUR', current_date, false
      from processor_settlement s where s.merchant_id = $1 limit 1`,
    [merchant_id, newId(new Date()).id, id, book_id, amountOf('said'), amountOf('expected')],
  )
  await sql(
    `insert into reconciled_line (merchant_id, file_id, line, kind, matched, subject_id, transaction_id, decided_on, currency_code,
        expected_cost, charged_cost)
      select $1, f.id, 9999, 'payment', 'EXACT', $2, $2, current_date, 'EUR', $3, $3 from processor_settlement_file f
      where f.merchant_id = $1 limit 1`,
    [merchant_id, id, amountOf('charged')],
  )
  const priced = { merchants: [merchant_id], assigned_from: '2021-03-01' }
  await kontor.make.scheme({ type: 'COST', lines: [newLine({ fixed: amountOf('cost price') })], ...priced })
  await kontor.make.scheme({ type: 'PARTNER', lines: [newLine({ fixed: amountOf('share of a partner') })], ...priced })
}

/** An amount as an answer, a file, a mail or a page of either language has it. */
const pattern = new RegExp(
  [...amounts.values(), cost]
    .flatMap((amount) => {
      const decimals = String(amount % 100).padStart(2, '0')
      const whole = Math.floor(amount / 100)
      const grouped = (sign: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, sign)
      return [amount, `${whole}[.,]${decimals}`, `${grouped('\\.')},${decimals}`, `${grouped(',')}\\.${decimals}`]
    })
    .map((form) => `(?<!\\d)${form}(?!\\d)`)
    .join('|'),
)
const seenIn = (text: string): string | undefined => pattern.exec(text)?.[0]

describe('of costs, margins, partners’ shares, differences and banks', () => {
  it('a search for the amounts finds them where the provider reads them', async () => {
    const staff = `merchant=${world.a.merchant}`
    const found = await Promise.all(
      [`/v1/psp/ledger/transfer?_limit=1000&${staff}`, `/v1/psp/ledger/margin?${staff}`, '/v1/psp/difference'].map(
        async (path) => [path.split('?')[0], seenIn((await ask(world, world.who.provider, path)).text) !== undefined],
      ),
    )
    expect(found.map(([, isSeen]) => isSeen)).toEqual([true, true, true])
  })

  it.each([
    ['the owner', 'ofA'],
    ['a program', 'keyOfA'],
    ['a user of a part', 'ofSub'],
  ] as const)(
    'no answer and no file tells %s of a merchant any amount (money check 11)',
    async (_, name) => {
      const heard = await askEverything(world, world.who[name])
      expect(heard.filter(({ status }) => status >= 500).map(({ path }) => path)).toEqual([])
      const told = heard.filter(({ text }) => seenIn(text) !== undefined)
      expect(told.map(({ path, text }) => [path, seenIn(text)])).toEqual([])
      if (name === 'ofSub') return
      const reached = new Set(heard.filter(({ status }) => status === 200).map(({ template }) => template))
      // A list that a merchant may open was opened, and each of its rows.
      const missed = listedEntities
        .filter(({ roles }) => isAllowed(roles.list, ['USER_ALL']))
        .flatMap(({ resource }) => [`/v1/${resource}`, `/v1/${resource}/count`, `/v1/${resource}/export`])
        .filter((template) => !reached.has(template))
      expect(missed).toEqual([])
      expect(reached.size).toBeGreaterThan(200)
    },
    180_000,
  )

  it('no report of any type tells the owner of a merchant any amount', async () => {
    const { kontor, who } = world
    // One that another process would be making holds up the others of its merchant.
    await world.sql(`delete from report where status = 'PENDING'`)
    for (const type of reportTypes) {
      const entity = reportedEntity(type)
      const columns = Object.keys(entity?.fields ?? {})
      const given = { name: type, type, columns, filters: '', file_format: 'csv', time_zone: 'UTC' }
      const { status, body } = await kontor.post(who.ofA, '/v1/report', given)
      const isOpen = isAllowed(entity?.roles.list ?? [], ['USER_ALL'])
      expect([type, status]).toEqual([type, isOpen ? 201 : 403])
      if (!isOpen) continue
      const made = await until(
        async () => (await kontor.get(who.ofA, `/v1/report/${body.id}`)).body,
        ({ status: now }) => now === 'PROCESSED',
      )
      const { text } = await ask(world, who.ofA, `/v1/report/${body.id}/download`)
      expect([type, made.failure, seenIn(text)]).toEqual([type, null, undefined])
    }
  })

  it('no webhook and no mail that was sent tells any amount', async () => {
    const webhooks = await world.sql('select to_jsonb(webhook)::text as row from webhook')
    expect(webhooks.length).toBeGreaterThan(0)
    expect(webhooks.map(({ row }) => seenIn(String(row))).filter(Boolean)).toEqual([])
    await until(
      () => world.sql('select id from mail where done_at is null'),
      (waiting) => waiting.length === 0,
    )
    expect(mailbox.mails.map(({ text, html }) => seenIn(`${text} ${html}`)).filter(Boolean)).toEqual([])
  })
})
