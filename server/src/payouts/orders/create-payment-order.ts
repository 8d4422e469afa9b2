import { createHash } from 'node:crypto'
import type { ReadBody } from '@kontor/contract/endpoint'
import { isBankingDay, nextBankingDay } from '@kontor/contract/ledger/banking-days.rules'
import type { createPaymentOrderEndpoint } from '@kontor/contract/payouts/payout.endpoints'
import { mostPayouts } from '@kontor/contract/payouts/payout.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { openIban } from '../../bank-accounts/sealed-iban.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId, providerId } from '../../platform/db/ids.ts'
import { sealBytes } from '../../platform/secrets/sealed.ts'
import { today } from '../../pricing/business-days.ts'
import { isItsProfile } from '../../settlements/profiles/profile-of.ts'
import { isPayable, ordersInTurn } from './locked-payment-order.ts'
import { largestTransfer, type Order, paymentOrderFile, type Transfer } from './pain001.ts'

/** Where the file of an order belongs: it opens nowhere else. */
export const placeOfOrder = (id: string) => ({ merchant: providerId, record: `payment_order/${id}` })

/** Makes an order, with its sealed file, of all approved payouts that are due and may be paid. */
export async function createPaymentOrder(
  trx: Trx,
  actor: Actor,
  given: ReadBody<typeof createPaymentOrderEndpoint>,
  now: Date,
  masterKey: string,
): Promise<string> {
  if (actor.id === null) throw new Refusal('forbidden')
  await ordersInTurn(trx)
  const execution_day = await executionDay(trx, given.execution_day)
  const debit = await debitAccount(trx, given.psp_bank_account, masterKey)
  const { id, created_at } = newId(now)
  const transfers = await transfersDue(trx, execution_day, masterKey)
  if (transfers.length === 0) throw new Refusal('payment_order_empty')
  const tooLarge = transfers.filter(({ amount }) => amount > largestTransfer).map(({ end_to_end }) => end_to_end)
  if (tooLarge.length > 0) throw new Refusal('payout_too_large', { payouts: tooLarge.slice(0, 20).join(', ') })
  const order: Order = {
    ...{ id: id.replaceAll('-', ''), created_at: `${now.toISOString().slice(0, 19)}Z`, execution_day },
    ...{ debtor: debit, transfers },
  }
  const file = Buffer.from(paymentOrderFile(order))
  await trx
    .insertInto('payment_order')
    .values({
      ...{ id, created_at, provider_bank_account_id: debit.id, currency_code: 'EUR', execution_day },
      ...{ count: transfers.length, sha256: createHash('sha256').update(file).digest('hex') },
      sum: sql<number>`${String(transfers.reduce((sum, { amount }) => sum + amount, 0n))}::bigint`,
      ...{ created_by: actor.name ?? '', created_by_id: actor.id },
    })
    .execute()
  const content = sealBytes(masterKey, placeOfOrder(id), file)
  await trx.insertInto('payment_order_file').values({ order_id: id, content }).execute()
  await sql`update payout p set payment_order_id = ${id}
    where p.number = any(${transfers.map(({ end_to_end }) => end_to_end)}::text[])`.execute(trx)
  return id
}

async function executionDay(trx: Trx, asked: string | undefined): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${today}::text as day`.execute(trx)
  const now = rows[0]?.day ?? ''
  if (asked === undefined) return nextBankingDay(now)
  if (asked < now || !isBankingDay(asked))
    throw new Refusal('invalid_request', { 'body.execution_day': 'not_a_banking_day' })
  return asked
}

async function debitAccount(trx: Trx, asked: string | undefined, masterKey: string) {
  const query = trx.selectFrom('provider_bank_account').selectAll().where('currency_code', '=', 'EUR')
  const found = await (asked === undefined
    ? query.where('kind', '=', 'CLIENT_MONEY').where('default', '=', true)
    : query.where('id', '=', asked).where('kind', '=', 'CLIENT_MONEY')
  ).executeTakeFirst()
  if (!found && asked !== undefined) throw new Refusal('invalid_request', { 'body.psp_bank_account': 'not_found' })
  if (!found) throw new Refusal('debit_account_missing')
  const { id, holder, bic } = found
  return { id, holder, bic, iban: openIban(masterKey, { merchant: providerId, id }, found.iban) }
}

interface Due {
  merchant_id: string
  number: string
  amount: string
  account: string
  holder: string
  iban: Buffer
  bic: string | null
  remittance: string | null
}

async function transfersDue(trx: Trx, day: string, masterKey: string): Promise<Transfer[]> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select p.* from payout p where p.status = 'APPROVED' and p.currency_code = 'EUR' and p.payment_order_id is null
        and p.pay_on <= ${day}::date and ${isPayable}
      order by p.merchant_id, p.id limit ${mostPayouts} for update)
    select due.merchant_id, due.number, due.amount::text as amount, b.id as account, b.holder, b.iban, b.bic,
      (select profile.statement_text from settlement s join settlement_profile profile on ${isItsProfile}
        where s.merchant_id = due.merchant_id and s.id = due.id) as remittance
    from due join bank_account b on b.merchant_id = due.merchant_id and b.id = due.bank_account_id
    order by due.number`.execute(trx)
  return rows.map(({ merchant_id, number, amount, account, holder, iban, bic, remittance }) => ({
    ...{ end_to_end: number, amount: BigInt(amount), remittance: `${remittance ?? 'Settlement'} ${number}` },
    creditor: { holder, bic, iban: openIban(masterKey, { merchant: merchant_id, id: account }, iban) },
  }))
}
