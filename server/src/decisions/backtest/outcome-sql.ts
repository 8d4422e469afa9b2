import { type SqlBool, sql } from 'kysely'
import { wasApproved } from '../../engine/records/was-approved.ts'

export const approvedSql = wasApproved('t')

/** A processor said no to the payment `t`. A payer who left, or a payment that is not over yet, says nothing of the processor. */
export const refusedSql = sql<SqlBool>`(t.status in ('DECLINED', 'FAILED') and not ${approvedSql})`
