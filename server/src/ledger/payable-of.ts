import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'

const payableCode = ledgerKinds.capture.credit

/** What a row of transfers, whose kind is joined as `k`, does to what the merchant is owed: it has one side of each. */
export const payableOf = (row: 't' | 'a') =>
  sql.raw(`case when k.credit = ${payableCode} then ${row}.amount else -${row}.amount end`)
