import { sql } from 'kysely'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import { approvePayout } from '../../payouts/approve-payout.ts'
import { approvePaymentOrder } from '../../payouts/orders/approve-payment-order.ts'
import { createPaymentOrder } from '../../payouts/orders/create-payment-order.ts'
import { takePaymentOrderFile } from '../../payouts/orders/take-payment-order-file.ts'
import { addBankStatement } from '../../payouts/statements/add-bank-statement.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { actAs, type Databases, inTransaction, type Trx } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'

interface House {
  databases: Databases
  masterKey: string
  now: Date
}

/** Payouts that stay for what follows; everything older is paid. */
const kept = 18
/**
 * Pays settlements out by the commands that people use: an order of everything from before, which the bank carried out, one of which
 * a payout came back, one that is at the bank, one that waits for its approval, payouts that wait for an order, and a few that wait
 * for their approval.
 * @param opening what is on the account of client money before the first statement, in cents
 */
export async function addPayouts(house: House, opening: bigint): Promise<void> {
  const [maker, approver] = await Promise.all([personOf(house, 'psp'), personOf(house, 'finance')])
  const approve = (payouts: readonly Payable[]) =>
    inTransaction(
      house.databases,
      approver,
      async (trx) => {
        for (const { id, bank_account } of payouts) await approvePayout(trx, approver, id, { bank_account }, house.now)
      },
      { plans: 'repeated' },
    )
  const approveNext = async (count: number) => approve((await payable(house)).slice(0, count))
  const order = () => as(house, maker, (trx) => createPaymentOrder(trx, maker, {}, house.now, house.masterKey))
  const all = await payable(house)
  if (all.length < 12) return
  const sayPaid = async (id: string, before: bigint, hasReturn: boolean): Promise<bigint> => {
    const { content, closing } = await statementOf(house, { order: id, opening: before, hasReturn })
    const warning = { masterKey: house.masterKey, wall: { now: () => house.now } }
    const { provider_bank_account_id: account } = await house.databases.provider
      .selectFrom('payment_order')
      .select('provider_bank_account_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await as(house, maker, (trx) => addBankStatement(trx, maker, account, Buffer.from(content), house.now, warning))
    return closing
  }
  const carriedOut = async (payouts: readonly Payable[], before: bigint, hasReturn: boolean): Promise<bigint> => {
    if (payouts.length === 0) return before
    await approve(payouts)
    const id = await order()
    await exportOrder(house, approver, id)
    return sayPaid(id, before, hasReturn)
  }
  const balance = await carriedOut(all.slice(kept), opening, false)
  // The two largest are the ones at the bank.
  await carriedOut(all.slice(2, 8), balance, true)
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

export const as = <T>(
  { databases }: Pick<House, 'databases'>,
  actor: Actor,
  run: (trx: Trx) => Promise<T>,
): Promise<T> =>
  databases.provider.transaction().execute(async (trx) => {
    await actAs(trx, actor)
    return run(trx)
  })

export async function personOf({ databases }: Pick<House, 'databases'>, name: string): Promise<Actor> {
  const person = await databases.provider
    .selectFrom('platform_user')
    .select(['id', 'name'])
    .where('email', '=', `${name}@kontor.example`)
    .executeTakeFirstOrThrow()
  return { ...person, kind: 'user', psp: true, roles: ['PSP_ALL'], scope: { merchant: null }, time_zone: 'UTC' }
}

interface Payable {
  id: string
  bank_account: string
}

/** What can be paid, the newest of each merchant in turn, the largest first. */
async function payable({ databases }: House): Promise<Payable[]> {
  const { rows } = await sql<Payable>`
    select s.id, p.bank_account_id as bank_account
    from settlement s join settlement_profile p on p.merchant_id = s.merchant_id and p.book_id = s.book_id
      and p.currency_code = s.currency_code
    where s.status = 'CLOSED' and s.currency_code = 'EUR' and p.status = 'ACTIVE' and s.paid < 100000000
      and bank_account_usable(p.merchant_id, p.bank_account_id, engine_now())
    order by row_number() over (partition by s.merchant_id order by s.covers desc), s.paid desc, s.merchant_id`.execute(
    databases.provider,
  )
  return rows
}

interface Said {
  order: string
  opening: bigint
  /** The first payout comes back, and somebody else pays something in. */
  hasReturn: boolean
}

/** What the bank says of an order: every payout is paid, on its day. */
async function statementOf({ databases, masterKey, now }: House, { order, opening, hasReturn }: Said) {
  const today = now.toISOString().slice(0, 10)
  const { rows } = await sql<{ number: string; amount: string; day: string; id: string; iban: Buffer }>`
    select p.number, p.amount::text as amount, p.pay_on::text as day, a.id, a.iban
    from payout p join payment_order o on o.id = p.payment_order_id
      join provider_bank_account a on a.id = o.provider_bank_account_id
    where o.id = ${order} order by p.number`.execute(databases.provider)
  const [first] = rows
  if (!first) throw new Error('an order of nothing')
  const iban = openIban(masterKey, { merchant: providerId, id: first.id }, first.iban)
  const entries = [
    ...rows.map(({ number, amount, day }) => ({ number, amount: -BigInt(amount), day, more: '' })),
    ...(hasReturn
      ? [
          {
            ...{ number: first.number, amount: BigInt(first.amount), day: today },
            more: '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>',
          },
          {
            ...{ number: 'NOTPROVIDED', amount: 12_500n, day: today },
            more: '<RmtInf><Ustrd>Factuur 2041</Ustrd></RmtInf>',
          },
        ]
      : []),
  ]
  const name = `${today}-${hasReturn ? 2 : 1}`
  const closing = entries.reduce((sum, { amount }) => sum + amount, opening)
  return { content: statementFile({ iban, day: today, name, opening }, entries), closing }
}

interface StatementHead {
  iban: string
  day: string
  /** The bank's own name of it. */
  name: string
  opening: bigint
}

/** A camt.053 file. Entries are of the day of the statement, unless they say another one; `more`: what else the bank says of them. */
export function statementFile(
  { iban, day, name, opening }: StatementHead,
  entries: readonly { number: string; amount: bigint; day?: string; more: string }[],
): string {
  const closing = entries.reduce((sum, { amount }) => sum + amount, opening)
  const balance = (type: string, value: bigint) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${moved(value)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const entry = ({ number, amount, day: booked = day, more }: (typeof entries)[number], place: number) =>
    `<Ntry>${moved(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${booked}</Dt></BookgDt><AcctSvcrRef>${name}-B${place + 1}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs>${more}</TxDtls></NtryDtls></Ntry>`
  const body = balance('OPBD', opening) + balance('CLBD', closing) + entries.map(entry).join('')
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>${name}</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${body}</Stmt></BkToCstmrStmt></Document>`
}

function moved(value: bigint): string {
  const cents = value < 0n ? -value : value
  const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  return `<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${value < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
}
