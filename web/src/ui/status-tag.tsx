import { useKnownText } from './known-text.ts'
import { WordTag } from './words/word-tag.tsx'

/** Green: money arrived or done. Blue: under way. Amber: needs attention. Red: refused or lost. Grey: ended without effect. */
export type StatusColour = 'green' | 'blue' | 'yellow' | 'red' | 'gray'

/** A status has the same colour everywhere: in tags, charts and timelines. */
export const statusColours: Readonly<Record<string, StatusColour>> = {
  SETTLEMENT_COMPLETED: 'green',
  PROCESSED: 'green',
  WON: 'green',
  DONE: 'green',
  COMPLETED: 'green',
  ACTIVE: 'green',
  ACCEPTED: 'green',
  BOOKED: 'green',
  COVERED: 'green',
  SHORT: 'red',
  PROCESSOR: 'green',
  SWEPT: 'green',
  OWN_MONEY: 'gray',
  BANK_COST: 'gray',
  ELSEWHERE: 'gray',
  UNMATCHED: 'yellow',
  SETTLED: 'green',
  PAID: 'green',
  VERIFIED: 'green',
  ACKNOWLEDGED: 'green',
  SENT: 'blue',
  AUTO_VERIFIED: 'green',
  INITIATED: 'blue',
  AUTHORIZED: 'blue',
  PENDING: 'blue',
  SETTLEMENT_REQUESTED: 'blue',
  IN_PROGRESS: 'blue',
  CREATED: 'blue',
  INVITED: 'blue',
  ROTATING: 'blue',
  UPLOADED: 'blue',
  VALIDATED: 'blue',
  RUNNING: 'blue',
  APPROVED: 'blue',
  CLOSED: 'blue',
  ISSUED: 'blue',
  EXPORTED: 'blue',
  PARTLY_BOOKED: 'blue',
  UNKNOWN: 'yellow',
  HOLD: 'yellow',
  PARTLY_DONE: 'yellow',
  ON_HOLD: 'yellow',
  OPEN: 'yellow',
  IN_DISPUTE: 'yellow',
  PAST_DUE: 'yellow',
  EXPIRING: 'yellow',
  LOCKED: 'yellow',
  SUBMITTED: 'yellow',
  UNVERIFIED: 'yellow',
  AUTO_UNVERIFIED: 'yellow',
  DECLINED: 'red',
  FAILED: 'red',
  LOST: 'red',
  REJECTED: 'red',
  RETURNED: 'red',
}

export const colourOfStatus = (status: string): StatusColour => statusColours[status] ?? 'gray'

export function StatusTag({ status }: { status: string | null | undefined }) {
  const textOf = useKnownText()
  if (!status) return '–'
  return <WordTag color={colourOfStatus(status)}>{textOf('fields:status', status, status)}</WordTag>
}
