/** The all-zero id: the provider's own book stands under it where a merchant's id stands otherwise. */
export const houseBook = '00000000-0000-0000-0000-000000000000'

type Side = 'D' | 'C'
interface Code {
  readonly name: string
  /** D: it grows by debit. */
  readonly side: Side
  /** It is kept apart by each of these. */
  readonly sub?: 'processor' | 'partner' | 'bank_account'
}

/** The accounts of the ledger by their number. The table `ledger_code` has the same. */
export const ledgerCodes = {
  10: { name: 'client_money', side: 'D', sub: 'bank_account' },
  11: { name: 'payout_in_transit', side: 'C' },
  12: { name: 'own_bank', side: 'D', sub: 'bank_account' },
  20: { name: 'processor_receivable', side: 'D', sub: 'processor' },
  21: { name: 'reconciliation_difference', side: 'D', sub: 'processor' },
  30: { name: 'merchant_payable', side: 'C' },
  31: { name: 'merchant_reserve', side: 'C' },
  32: { name: 'merchant_invoiced', side: 'D' },
  40: { name: 'fee_revenue', side: 'C' },
  41: { name: 'vat_payable', side: 'C' },
  42: { name: 'volume_rebate', side: 'D' },
  43: { name: 'fx_revenue', side: 'C' },
  50: { name: 'processor_cost', side: 'D' },
  51: { name: 'partner_cost', side: 'D' },
  52: { name: 'loss', side: 'D' },
  60: { name: 'partner_payable', side: 'C', sub: 'partner' },
  70: { name: 'fx_position', side: 'D' },
  71: { name: 'one_off_result', side: 'C' },
} as const satisfies Record<number, Code>
export type LedgerCode = keyof typeof ledgerCodes

interface Kind {
  readonly kind: number
  readonly debit: LedgerCode
  readonly credit: LedgerCode
}

/** The posting rules by the name of their kind. They are never changed, only added to. The table `ledger_kind` has the same. */
export const ledgerKinds = {
  capture: { kind: 1, debit: 20, credit: 30 },
  fee: { kind: 2, debit: 30, credit: 40 },
  reserve_hold: { kind: 3, debit: 30, credit: 31 },
  reserve_release: { kind: 4, debit: 31, credit: 30 },
  cost_expected: { kind: 5, debit: 50, credit: 20 },
  partner_share: { kind: 6, debit: 51, credit: 60 },
  refund: { kind: 7, debit: 30, credit: 20 },
  chargeback: { kind: 8, debit: 30, credit: 20 },
  chargeback_reversed: { kind: 9, debit: 20, credit: 30 },
  payout: { kind: 10, debit: 30, credit: 11 },
  payout_booked: { kind: 11, debit: 11, credit: 10 },
  payout_returned: { kind: 12, debit: 10, credit: 30 },
  processor_paid: { kind: 13, debit: 10, credit: 20 },
  one_off_credit: { kind: 14, debit: 71, credit: 30 },
  one_off_debit: { kind: 15, debit: 30, credit: 71 },
  vat: { kind: 16, debit: 30, credit: 41 },
  cost_more: { kind: 17, debit: 50, credit: 20 },
  cost_less: { kind: 18, debit: 20, credit: 50 },
  fee_more: { kind: 19, debit: 30, credit: 40 },
  fee_less: { kind: 20, debit: 40, credit: 30 },
  volume_rebate: { kind: 21, debit: 42, credit: 30 },
  difference_loss: { kind: 22, debit: 52, credit: 21 },
  fx_out: { kind: 23, debit: 30, credit: 70 },
  fx_in: { kind: 24, debit: 70, credit: 30 },
  reserve_used: { kind: 25, debit: 31, credit: 30 },
  debt_collected: { kind: 26, debit: 10, credit: 30 },
  written_off: { kind: 27, debit: 52, credit: 30 },
  fees_swept: { kind: 28, debit: 12, credit: 10 },
  difference_more: { kind: 29, debit: 20, credit: 21 },
  difference_less: { kind: 30, debit: 21, credit: 20 },
  difference_gain: { kind: 31, debit: 21, credit: 71 },
  capture_undone: { kind: 32, debit: 30, credit: 20 },
  refund_undone: { kind: 33, debit: 20, credit: 30 },
  partner_share_undone: { kind: 34, debit: 60, credit: 51 },
  vat_less: { kind: 35, debit: 41, credit: 30 },
  processor_charged: { kind: 36, debit: 20, credit: 10 },
  own_money_added: { kind: 37, debit: 10, credit: 12 },
  bank_cost: { kind: 38, debit: 52, credit: 10 },
  authorisation_fee: { kind: 39, debit: 30, credit: 40 },
  decline_fee: { kind: 40, debit: 30, credit: 40 },
  payout_fee: { kind: 41, debit: 30, credit: 40 },
  month_fee: { kind: 42, debit: 30, credit: 40 },
  month_minimum_fee: { kind: 43, debit: 30, credit: 40 },
  month_maximum_less: { kind: 44, debit: 40, credit: 30 },
  invoiced: { kind: 45, debit: 32, credit: 30 },
  invoiced_less: { kind: 46, debit: 30, credit: 32 },
  invoice_paid: { kind: 47, debit: 10, credit: 32 },
  invoice_taken: { kind: 48, debit: 30, credit: 32 },
  fx_margin: { kind: 49, debit: 30, credit: 43 },
} as const satisfies Record<string, Kind>
export type LedgerKind = keyof typeof ledgerKinds

/** The accounts that are a merchant's own: what it is owed, what is held of that, and what it owes by invoices. It sees no other. */
export const merchantCodes = [30, 31, 32] as const satisfies readonly LedgerCode[]

const moves = (kind: Kind, code: LedgerCode): boolean => kind.debit === code || kind.credit === code

/** The kinds that a merchant sees: those that move its own accounts. */
export const merchantKinds: readonly LedgerKind[] = Object.entries(ledgerKinds)
  .filter(([, kind]) => merchantCodes.some((code) => moves(kind, code)))
  // The entries are those of the table.
  .map(([name]) => name as LedgerKind)

/** The kinds that change what the merchant is owed. */
export type PayableKind = {
  [K in LedgerKind]: 30 extends (typeof ledgerKinds)[K]['debit' | 'credit'] ? K : never
}[LedgerKind]

/** What a transfer of this kind does to what the merchant is owed: 1 adds, -1 takes away, 0 neither. */
export const payableSign = (name: LedgerKind): -1 | 0 | 1 => {
  const { debit, credit }: Kind = ledgerKinds[name]
  if (credit === 30) return 1
  return debit === 30 ? -1 : 0
}
export const isPayableKind = (name: LedgerKind): name is PayableKind => payableSign(name) !== 0

/** Banking days from the business day of a payment to the day on which its money is available, where no profile says another. */
export const defaultDelayDays = 2

/** Calendar days from a business day to the one on which its money is available, at most: what the table of transfers takes. */
export const longestDelay = 60
