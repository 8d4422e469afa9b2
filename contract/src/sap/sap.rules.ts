import { type LedgerCode, type LedgerKind, ledgerKinds } from '../ledger/ledger.rules.ts'
import { actions, type Transitions } from '../statuses/transitions.ts'

/** What is booked in SAP: each kind of transfer of the ledger, with an account to debit and one to credit. */
export const sapEvents = Object.keys(ledgerKinds) as LedgerKind[]

/**
 * CREATED: it waits for its file to be taken. SENT: the file has left. ACKNOWLEDGED: SAP has booked it. REJECTED: SAP has not; it
 * is sent again, with the accounts of that moment.
 */
export const sapBatchStatuses = ['CREATED', 'SENT', 'ACKNOWLEDGED', 'REJECTED'] as const
export type SapBatchStatus = (typeof sapBatchStatuses)[number]

export const sapBatchTransitions: Transitions<SapBatchStatus> = {
  CREATED: ['SENT'],
  SENT: ['ACKNOWLEDGED', 'REJECTED'],
  ACKNOWLEDGED: [],
  REJECTED: ['SENT'],
}

export const sapBatchCan = actions<'send' | 'answer', SapBatchStatus>({
  send: ['CREATED', 'REJECTED'],
  answer: ['SENT'],
})

/** When batches are made. A batch never spans two months, which are posting periods. */
export const sapFrequencies = ['DAILY', 'MONTHLY', 'MANUAL'] as const
export type SapFrequency = (typeof sapFrequencies)[number]

/** CSV: one line for each side of a booking. SAP: document headers and items, by the names of SAP's fields. */
export const sapFormats = ['CSV', 'SAP'] as const
export type SapFormat = (typeof sapFormats)[number]

export const sapLimits = { mappings: 2_000, reference: 40, reason: 500, batches: 36 } as const

/** SAP takes at most 999 items in a document. */
export const mostItems = 998

/** Accounts of profit and loss: SAP wants a cost center on these, and on no others. */
const resultCodes: readonly LedgerCode[] = [40, 42, 43, 50, 51, 52, 70, 71]
/** Accounts that VAT concerns. */
const taxedCodes: readonly LedgerCode[] = [...resultCodes, 41]

export const bearsCostCenter = (code: LedgerCode): boolean => resultCodes.includes(code)
export const bearsTaxCode = (code: LedgerCode): boolean => taxedCodes.includes(code)

const hasSide = (event: LedgerKind, bears: (code: LedgerCode) => boolean): boolean => {
  const { debit, credit } = ledgerKinds[event]
  return bears(debit) || bears(credit)
}

/** True when one of the accounts of an event is one of profit and loss. */
export const takesCostCenter = (event: LedgerKind): boolean => hasSide(event, bearsCostCenter)
export const takesTaxCode = (event: LedgerKind): boolean => hasSide(event, bearsTaxCode)

/** The batch with this number, as documents in SAP refer to it. */
export const sapBatchName = (number: number): string => `KONTOR-${String(number).padStart(6, '0')}`
