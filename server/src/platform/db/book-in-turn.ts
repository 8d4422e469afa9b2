/** What settling a book, covering its debt, and holding or changing its settlement profile take in turn, after the turn of orders. */
export const bookInTurn = (of: { merchant_id: string; book_id: string; currency_code: string }): string =>
  `settlement/${of.merchant_id}/${of.book_id}/${of.currency_code}`
