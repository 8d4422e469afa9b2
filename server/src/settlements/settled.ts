/** What is settled together: a book in one currency. */
export interface Settled {
  merchant_id: string
  book_id: string
  currency_code: string
}
