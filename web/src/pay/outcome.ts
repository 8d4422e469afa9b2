import type { CheckoutPayment } from '@kontor/contract/checkout/checkout.schemas'
import { formatMoney } from '@kontor/contract/money'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { type Child, h } from './dom.ts'
import type { Page, Part } from './page.ts'
import { dateTime } from './summary.ts'

/** The page when it takes no payment: the payment is under way or made, or the link is over. */
export function outcome(page: Page): Part {
  const { view, say } = page
  const { payment, state } = view
  if (payment?.status === 'paid') return receipt(page, payment)
  if (payment?.status === 'action') return continueThere(page, payment)
  if (payment?.status === 'processing') return underWay(page, payment)
  if (state === 'done') return part(say(`done.${view.kind}`), 'check', [wayBack(page)])
  const why = state === 'open' ? 'unavailable' : state
  return part(say(`${why}.title`), 'stop', [h('p', {}, say(`${why}.text`, { shop: view.shop.name })), wayBack(page)])
}

function receipt(page: Page, payment: CheckoutPayment): Part {
  const { view, say, language, numbers } = page
  const isCard = payment.amount === 0
  const facts: readonly (readonly [string, string])[] = [
    ...(isCard ? [] : [[say('receipt.amount'), formatMoney(payment.amount, view.currency_code, numbers)] as const]),
    [say('receipt.by'), methodOf(page, payment)],
    [say('receipt.date'), dateTime(payment.created_at, language)],
    [say('receipt.reference'), view.reference],
  ]
  const again = view.repeatable && view.state === 'open'
  return part(say(isCard ? 'receipt.card_title' : 'receipt.title'), 'check', [
    h('p', {}, say(isCard ? 'receipt.card_text' : 'receipt.text', { shop: view.shop.name })),
    rows(facts),
    wayBack(page),
    again && h('button', { type: 'button', class: 'second', onclick: page.startAgain }, say('receipt.again')),
  ])
}

/** Names and values, a line each. */
export const rows = (facts: readonly (readonly [string, Child | readonly Child[]])[]): HTMLElement =>
  h(
    'dl',
    {},
    facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  )

function methodOf({ say }: Page, { payment_product, card_brand, card_last_four }: CheckoutPayment): string {
  const product = say(`product.${payment_product}`)
  if (!card_last_four) return product
  return `${say([`brand.${card_brand}`, `product.${payment_product}`])} •••• ${card_last_four}`
}

/** A direct debit takes days, and any other payment may take until a person has looked: nobody has to wait here. */
function underWay(page: Page, { payment_product }: CheckoutPayment): Part {
  const text = page.say([`processing.${payment_product}`, 'processing.text'])
  return part(page.say('processing.title'), 'clock', [h('p', {}, text), wayBack(page)])
}

function continueThere({ say }: Page, { payment_product, redirect_url }: CheckoutPayment): Part {
  const place = placesByName.has(payment_product)
    ? say(`product.${payment_product}`)
    : say([`action.${payment_product}`, 'action.bank'])
  return part(say('action.title', { place }), 'clock', [
    h('p', {}, say('action.text')),
    h('a', { class: 'button', href: redirect_url ?? '', rel: 'noreferrer' }, say('action.button', { place })),
  ])
}

/** The products that the payer confirms at a place of their own name. */
const placesByName: ReadonlySet<string> = new Set<PaymentProduct>(['paypal', 'klarna', 'bancontact'])

function wayBack({ view, say }: Page): Child {
  if (!view.return_url) return null
  return h('a', { class: 'button', href: view.return_url, rel: 'noreferrer' }, say('back', { shop: view.shop.name }))
}

function part(title: string, sign: 'check' | 'clock' | 'stop', content: readonly Child[]): Part {
  const picture = h('span', { class: `sign ${sign}`, 'aria-hidden': 'true' })
  return { title, content: [picture, h('h1', { tabindex: '-1' }, title), ...content] }
}
