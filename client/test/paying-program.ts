// A shop's program: pays once under the key of its order, and prints the id of the payment.
import { createClient } from '../src/index.ts'

const [url = '', key = '', payment_profile = '', order = ''] = process.argv.slice(2)
const kontor = createClient({ key, url, pauseMs: 50 })
const payment = await kontor.transactions.create(
  { payment_profile, amount: 1_500, payment_product: 'card', merchant_reference: order, card_token: 'test_visa' },
  { idempotencyKey: order },
)
console.log(payment.id)
