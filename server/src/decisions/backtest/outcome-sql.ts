import { approvedStatuses, visitedBit } from '@kontor/contract/payments/transaction.rules'
import { type SqlBool, sql } from 'kysely'

const approvedBits = approvedStatuses.reduce((bits, status) => bits | visitedBit(status), 0)

/** A processor said yes to the payment `t`, whatever became of it since. */
export const approvedSql = sql<SqlBool>`(t.status = any(${approvedStatuses}::text[]) or t.visited & ${approvedBits}::int <> 0)`

/** A processor said no to it. A payer who left, or a payment that is not over yet, says nothing of the processor. */
export const refusedSql = sql<SqlBool>`(t.status in ('DECLINED', 'FAILED') and not ${approvedSql})`
