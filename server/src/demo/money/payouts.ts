import { sql } from 'kysely'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import { approvePayout } from '../../payouts/approve-payout.ts'
import { approvePaymentOrder } from '../../payouts/orders/approve-payment-order.ts'
import { createPaymentOrder } from '../../payouts/orders/create-payment-order.ts'
import { takePaymentOrderFile } from '../../payouts/orders/take-payment-order-file.ts'
import { addBankStatement } from '../../payouts/statements/add-bank-statement.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { actAs, type Databases, type Trx } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'

interface House {
  databases: Databases
  masterKey: string
  now: Date
}

/**
 * Pays settlements out by the commands that people use: an order that the bank carried out and of which one payout came back, one that
 * is at the bank, one that waits for its approval, and payouts that wait for an order.
 */
export async function addPayouts(house: House): Promise<void> {
  const [maker, approver] = await Promise.all([personOf(house, 'psp'), personOf(house, 'finance')])
  const approveNext = async (count: number) => {
    for (const { id, bank_account } of await closedSettlements(house, count))
      await as(house, approver, (trx) => approvePayout(trx, approver, id, { bank_account }, house.now))
  }
  const order = () => as(house, maker, (trx) => createPaymentOrder(trx, maker, {}, house.now, house.masterKey))
  if ((await closedSettlements(house, 12)).length < 12) return
  await approveNext(6)
  const carriedOut = await order()
  await exportOrder(house, approver, carriedOut)
  const content = Buffer.from(await statementOf(house, carriedOut))
  const warning = { masterKey: house.masterKey, wall: { now: () => house.now } }
  const { provider_bank_account_id: account } = await house.databases.provider
    .selectFrom('payment_order')
    .select('provider_bank_account_id')
    .where('id', '=', carriedOut)
    .executeTakeFirstOrThrow()
  await as(house, maker, (trx) => addBankStatement(trx, maker, account, content, house.now, warning))
  await approveNext(2)
  await exportOrder(house, approver, await order())
  await approveNext(2)
  await order()
  await approveNext(2)
}

async function exportOrder(house: House, approver: Actor, id: string): Promise<void> {
  await as(house, approver, async (trx) => {
    const { sha256 } = await trx
      .selectFrom('payment_order')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await approvePaymentOrder(trx, approver, id, { sha256 }, house.now)
    await takePaymentOrderFile(trx, approver, id, {}, house.now, house.masterKey)
  })
}

export const as = <T>({ databases }: House, actor: Actor, run: (trx: Trx) => Promise<T>): Promise<T> =>
  databases.provider.transaction().execute(async (trx) => {
    await actAs(trx, actor)
    return run(trx)
  })

export async function personOf({ databases }: House, name: string): Promise<Actor> {
  const person = await databases.provider
    .selectFrom('platform_user')
    .select(['id', 'name'])
    .where('email', '=', `${name}@kontor.example`)
    .executeTakeFirstOrThrow()
  return { ...person, kind: 'user', psp: true, roles: ['PSP_ALL'], scope: { merchant: null }, time_zone: 'UTC' }
}

/** The newest that can be paid, of each merchant in turn. */
async function closedSettlements({ databases }: House, count: number): Promise<{ id: string; bank_account: string }[]> {
  const { rows } = await sql<{ id: string; bank_account: string }>`
    select s.id, p.bank_account_id as bank_account
    from settlement s join settlement_profile p on p.merchant_id = s.merchant_id and p.book_id = s.book_id
      and p.currency_code = s.currency_code
    where s.status = 'CLOSED' and s.currency_code = 'EUR' and p.status = 'ACTIVE' and s.paid < 100000000
      and bank_account_usable(p.merchant_id, p.bank_account_id, engine_now())
    order by row_number() over (partition by s.merchant_id order by s.covers desc), s.merchant_id limit ${count}`.execute(
    databases.provider,
  )
  return rows
}

/** What the bank says of an order: every payout is paid, the first of them comes back, and somebody else paid something in. */
async function statementOf({ databases, masterKey, now }: House, order: string): Promise<string> {
  const day = now.toISOString().slice(0, 10)
  const { rows } = await sql<{ number: string; amount: string; id: string; iban: Buffer }>`
    select p.number, p.amount::text as amount, a.id, a.iban from payout p join payment_order o on o.id = p.payment_order_id
      join provider_bank_account a on a.id = o.provider_bank_account_id
    where o.id = ${order} order by p.number`.execute(databases.provider)
  const [first] = rows
  if (!first) throw new Error('an order of nothing')
  const iban = openIban(masterKey, { merchant: providerId, id: first.id }, first.iban)
  const entries = [
    ...rows.map(({ number, amount }) => ({ number, amount: -BigInt(amount), more: '' })),
    {
      number: first.number,
      amount: BigInt(first.amount),
      more: '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>',
    },
    { number: 'NOTPROVIDED', amount: 12_500n, more: '<RmtInf><Ustrd>Factuur 2041</Ustrd></RmtInf>' },
  ]
  return statementFile({ iban, day, name: `${day}-1`, opening: 250_000_000n }, entries)
}

interface StatementHead {
  iban: string
  day: string
  /** The bank's own name of it. */
  name: string
  opening: bigint
}

/** A camt.053 file. `more`: what else the bank says of an entry. */
export function statementFile(
  { iban, day, name, opening }: StatementHead,
  entries: readonly { number: string; amount: bigint; more: string }[],
): string {
  const closing = entries.reduce((sum, { amount }) => sum + amount, opening)
  const balance = (type: string, value: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${moved(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = ({ number, amount, more }: (typeof entries)[number], place: number) =>
    `<Ntry>${moved(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${name}-B${place + 1}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs>${more}</TxDtls></NtryDtls></Ntry>`
  const body = balance('OPBD', opening) + balance('CLBD', closing) + entries.map(entry).join('')
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>${name}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${body}</Stmt></BkToCstmrStmt></Document>`
}

function moved(value: bigint): string {
  const cents = value < 0n ? -value : value
  const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  return `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${value < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
}
