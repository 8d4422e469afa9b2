/** What the events of a merchant that one line priced cost, and would cost by another one. Sums are texts: they may be large. */
export interface RehearsedPart {
  merchant_id: string
  currency_code: string
  event: string
  old_line: number | null
  new_line: number | null
  payments: number
  volume: string
  old_fee: string
  new_fee: string
  cost: string
}
