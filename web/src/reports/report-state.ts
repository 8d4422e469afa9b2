import type { Report } from '@kontor/contract/reports/report.entity'
import { serverNow } from '../platform/api/server-time.ts'

/** `expired`: its file was deleted. */
export type ReportState = 'pending' | 'failed' | 'expired' | 'ready'

export function stateOf({ status, failure, expires_at }: Report): ReportState {
  if (status === 'PENDING') return 'pending'
  if (failure !== null) return 'failed'
  return expires_at !== null && Date.parse(expires_at) <= serverNow() ? 'expired' : 'ready'
}

/** The word for it that the tag of a status shows. */
export function shownStatus(row: Report): string {
  const state = stateOf(row)
  return state === 'failed' ? 'FAILED' : state === 'expired' ? 'EXPIRED' : row.status
}
