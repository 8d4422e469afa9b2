import { feesBeside, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'

/** The numbers of the fees for what moves no money, as a list of SQL. */
export const numbersOfFeesBeside = sql.raw(feesBeside.map((name) => ledgerKinds[name].kind).join())
