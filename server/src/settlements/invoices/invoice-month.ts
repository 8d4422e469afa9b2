import { plusDays } from '@kontor/contract/dates'

/** What one invoice is of. */
export interface InvoiceMonth {
  merchant_id: string
  currency_code: string
  /** The first day of the month. */
  month: string
}

/** What issuing and crediting the invoice of a month take in turn. */
export const invoiceInTurn = ({ merchant_id, currency_code, month }: InvoiceMonth): string =>
  `invoice/${merchant_id}/${currency_code}/${month}`

/** The first day of the month that follows. */
export function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

export const lastDay = (month: string): string => plusDays(nextMonth(month), -1)
