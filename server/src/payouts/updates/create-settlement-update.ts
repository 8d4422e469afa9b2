import type { ReadBody } from '@kontor/contract/endpoint'
import type { createSettlementUpdateEndpoint } from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import { updateNeedsAnother } from '@kontor/contract/payouts/updates/settlement-update.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'
import { today } from '../../pricing/business-days.ts'
import { type AskedUpdate, carryOutUpdate, lockForUpdate } from './carry-out-update.ts'
import { accountsFor, requireAccount } from './paying-accounts.ts'
import type { UpdatableSettlement } from './updatable-settlement.ts'

type Input = ReadBody<typeof createSettlementUpdateEndpoint>

/** Carries out an update of a settlement, or keeps it for a second person when it is about much money. */
export async function createSettlementUpdate(trx: Trx, actor: Actor, input: Input, now: Date): Promise<string> {
  if (actor.id === null) throw new Refusal('forbidden')
  await refuseCardNumber(trx, 'body.reason', input.reason)
  await refuseCardNumber(trx, 'body.bank_reference', input.bank_reference)
  const settlement = await lockForUpdate(trx, actor, input.settlement, input)
  const asked = { ...input, reason: input.reason.trim(), paid: await paidBy(trx, settlement, input) }
  const needs_another = updateNeedsAnother(input.kind, Number(settlement.amount), settlement.payout_currency_code)
  const id = await writeUpdate(trx, actor, settlement, { asked, needs_another, now })
  if (!needs_another) await carryOutUpdate(trx, actor, settlement, asked)
  return id
}

async function paidBy(trx: Trx, settlement: UpdatableSettlement, input: Input): Promise<AskedUpdate['paid']> {
  const { kind, paid_on, bank_reference } = input
  // The schema requires both of what is paid.
  if (kind !== 'PAID' || paid_on === undefined || bank_reference === undefined) return undefined
  const { rows } = await sql<{ day: string }>`select ${today}::text as day`.execute(trx)
  if (paid_on > (rows[0]?.day ?? '')) throw new Refusal('invalid_request', { 'body.paid_on': 'after_today' })
  const account = requireAccount(await accountsFor(trx, settlement), input.psp_bank_account)
  return { account, on: paid_on, reference: bank_reference }
}

interface Writing {
  asked: AskedUpdate
  needs_another: boolean
  now: Date
}

async function writeUpdate(
  trx: Trx,
  actor: Actor,
  settlement: Locked<UpdatableSettlement>,
  { asked, needs_another, now }: Writing,
): Promise<string> {
  const { id, created_at } = newId(now)
  const { kind, from_status, reason, paid } = asked
  const { merchant_id, organisation_id, payout_status, payment_order_id } = settlement
  const values = {
    amount: kind === 'WRITE_OFF' ? sql<number>`${settlement.debt}::bigint` : null,
    ...{ merchant_id, id, created_at, organisation_id, settlement_id: settlement.id, kind, from_status, reason },
    ...{ payout_status, payment_order_id, status: needs_another ? 'OPEN' : 'DONE', needs_another },
    ...{ provider_bank_account_id: paid?.account ?? null, paid_on: paid?.on ?? null },
    ...{ bank_reference: paid?.reference ?? null, created_by: actor.name ?? '', created_by_id: actor.id ?? '' },
  }
  try {
    await trx.insertInto('settlement_update').values(values).execute()
  } catch (error) {
    if (violatedConstraint(error) === 'settlement_update_open') throw new Refusal('settlement_update_open')
    throw error
  }
  return id
}
