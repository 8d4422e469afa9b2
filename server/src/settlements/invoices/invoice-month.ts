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
