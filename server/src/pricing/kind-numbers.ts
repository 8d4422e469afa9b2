import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { ancillaryFees, feeKinds, moneyEvents } from '@kontor/contract/pricing/price.rules'
import { sql } from 'kysely'

/** The numbers of kinds as a list of SQL. They are from the contract alone, and are written into the statement. */
export const numbersOf = (...names: readonly LedgerKind[]) =>
  sql.raw(names.map((name) => ledgerKinds[name].kind).join())

/** Of what moves money and is priced, of the fees for what moves none, and of all fees with their corrections. */
export const ofMoneyEvents = numbersOf(...moneyEvents)
export const ofAncillaryFees = numbersOf(...ancillaryFees)
export const ofFees = numbersOf(...feeKinds)
