import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { ancillaryFees, feeKinds, feeOfAncillary, moneyEvents, monthEvents } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'

/** The numbers of kinds as a list of SQL. They are from the contract alone, and are written into the statement. */
export const numbersOf = (...names: readonly LedgerKind[]) =>
  sql.raw(names.map((name) => ledgerKinds[name].kind).join())

/** Of what moves money and is priced, of the fees for what moves none, and of all fees with their corrections. */
export const ofMoneyEvents = numbersOf(...moneyEvents)
export const ofAncillaryFees = numbersOf(...ancillaryFees)
/** Of what is charged for a month, or given back, when it ends. */
export const ofMonths = numbersOf(...monthEvents.map(feeOfAncillary))
export const ofFees = numbersOf(...feeKinds)

const givenBack = feeKinds.filter((kind) => ledgerKinds[kind].debit === ledgerKinds.fee.credit)
/** The amount of a fee `t`; below zero where it was given back. */
export const signedFee = sql`case when t.kind in (${numbersOf(...givenBack)}) then -t.amount else t.amount end`
