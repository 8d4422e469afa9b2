import { expect, it } from 'vitest'
import { newDesign } from './new-design.ts'

it('a new design begins with the notation and the first payment method of the reader’s language', () => {
  const dutch = newDesign('nl')
  expect([dutch.number_format, dutch.payment_product_order]).toEqual([
    'nl_NL',
    ['ideal', 'card', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik'],
  ])
  const american = newDesign('en-US')
  expect([american.number_format, american.payment_product_order]).toEqual([
    'en_US',
    ['card', 'ideal', 'paypal', 'bancontact', 'sepa_debit', 'klarna', 'eps', 'blik'],
  ])
})
