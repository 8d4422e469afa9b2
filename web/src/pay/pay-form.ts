import { exponentOf, formatMoney, largestPaymentEver } from '@kontor/contract/money'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import { type AmountValue, amountTyped } from '../platform/value/amount-typed.ts'
import { keepChoice, lastChoice } from './calls.ts'
import { type CardFrame, cardFrame } from './card-frame.ts'
import { h } from './dom.ts'
import type { Page, Part } from './page.ts'
import { payerFieldsOf } from './payer-fields.ts'
import { agreement, terms, verb } from './terms.ts'

/** The form in which the payer chooses a method and pays. */
export function payForm(page: Page): Part {
  const { view, say, language, numbers, problem } = page
  // An amount of 0 only stores a card: for a card-add link, or for a subscription whose first payment is free.
  const isCard = view.amount === 0
  const products = view.products.filter((product) => product !== 'card' || view.card_field || page.isSample)
  const { subscription } = view
  const title = subscription
    ? say(subscription.overdue ? 'subscription.overdue_title' : 'subscription.title')
    : say(isCard ? 'form.card_title' : 'form.title')
  if (products.length === 0)
    return { title, content: [heading(title), h('p', { class: 'problem', role: 'alert' }, say('form.no_product'))] }

  const amount = view.amount === null ? amountField(page, () => label()) : undefined
  const typed = payerFieldsOf(page)
  const place = h('div', { class: 'card-place' })
  const button = h('button', { type: 'submit' })
  const trouble = h('p', { class: 'problem', role: 'alert' }, problem ?? '')
  /** Says that the card field cannot be reached. */
  const away = h('p', { class: 'problem', role: 'alert' })
  const safety = h('p', { class: 'hint' }, say(isCard ? 'form.card_safety' : 'form.safety'))
  const before = lastChoice()
  let chosen: PaymentProduct = products.find((product) => product === before.product) ?? products[0] ?? 'card'
  let frame: CardFrame | undefined
  let isBusy = false

  const label = () => {
    const value = amount ? amount.value() : view.amount
    const text = subscription
      ? verb(page, subscription)
      : isCard
        ? say('form.store')
        : typeof value === 'number'
          ? say('form.pay_amount', { amount: formatMoney(value, view.currency_code, numbers) })
          : say('form.pay')
    button.replaceChildren(isBusy ? say('form.busy') : text)
  }
  const hintOf = (product: PaymentProduct) => {
    if (typed.asks(product, 'iban')) return 'mandate'
    if (typed.asks(product, 'blik_code')) return 'blik_code'
    // The account that is debited is named at a page of the processor.
    return product === 'sepa_debit' && !view.by_mandate.includes(product) ? 'debit_page' : product
  }
  const busy = (is: boolean) => {
    isBusy = is
    button.disabled = is
    form.setAttribute('aria-busy', String(is))
    label()
  }
  const choose = (product: PaymentProduct) => {
    chosen = product
    place.replaceChildren()
    choice.querySelector(`[data-product="${product}"]`)?.after(place)
    frame = undefined
    if (product === 'card' && view.card_field) {
      away.textContent = ''
      frame = cardFrame(view.card_field, language, say('form.card_frame'), {
        onHeard: (isHeard) => {
          away.textContent = isHeard ? '' : say('form.hint.card')
        },
        onEnter: () => form.requestSubmit(),
        onBrand: (brand) => choice.querySelector('[data-product="card"] .picture')?.replaceWith(cardMark(page, brand)),
      })
      place.append(frame.element, away)
    } else if (product === 'card' && page.isSample)
      place.append(h('p', { class: 'card-sample' }, say('form.card_sample')))
    else place.append(h('p', { class: 'hint' }, say(`form.hint.${hintOf(product)}`, { shop: view.shop.name })))
    place.prepend(...typed.elements(product))
    safety.hidden = product !== 'card'
  }
  const submit = async () => {
    if (isBusy || amount?.isRefused() || typed.isRefused(chosen)) return
    busy(true)
    trouble.textContent = ''
    try {
      const card_token = frame ? await frame.token() : undefined
      if (frame && !card_token) return busy(false)
      // The server refuses an order for another amount than this page shows.
      const shown = amount ? amount.value() : view.amount
      keepChoice(chosen, amount?.typed())
      await page.pay({
        payment_product: chosen,
        ...(card_token ? { card_token } : {}),
        ...typed.values(chosen),
        ...(subscription ? { language, agreed_terms: agreedTerms } : {}),
        ...(typeof shown === 'number' ? { amount: shown } : {}),
      })
    } catch {
      // The card field has said it already, in its place.
      if (frame && away.textContent) return busy(false)
      trouble.textContent = say((await page.isConnected()) ? 'form.card_failed' : 'form.not_connected')
    }
    busy(false)
  }
  const choice = productChoice(page, products, chosen, choose)
  const form = h(
    'form',
    {
      novalidate: true,
      onsubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
    trouble,
    subscription && terms(page, subscription),
    amount?.element,
    choice,
    subscription && agreement(page, subscription),
    button,
    safety,
  )
  choose(chosen)
  label()
  return { title, content: [heading(title), form] }
}

/** A brand by its name, or a general picture. */
const mark = (name: string, text: string | undefined) =>
  h('span', { class: `picture ${text ? 'named ' : ''}${name}`, 'aria-hidden': 'true' }, text)

const productMark = ({ say }: Page, product: PaymentProduct) =>
  mark(product, product === 'card' || product === 'sepa_debit' ? undefined : say(`product.${product}`))

/** The brand of the card that is being typed, as far as the processor's field tells it. */
const cardMark = ({ say }: Page, brand: string | undefined) =>
  brand ? mark(brand, say([`brand.${brand}`, 'product.card'])) : mark('card', undefined)

const heading = (title: string) => h('h1', { tabindex: '-1' }, title)

function productChoice(
  page: Page,
  products: readonly PaymentProduct[],
  chosen: PaymentProduct,
  onChoose: (product: PaymentProduct) => void,
) {
  const { say } = page
  if (products.length === 1)
    return h(
      'div',
      {},
      h('p', { class: 'product', 'data-product': chosen }, productMark(page, chosen), say(`product.${chosen}`)),
    )
  return h(
    'fieldset',
    {},
    h('legend', {}, say('form.product')),
    products.map((product) =>
      h(
        'label',
        { class: 'choice', 'data-product': product },
        h('input', {
          type: 'radio',
          name: 'product',
          value: product,
          checked: product === chosen,
          onchange: () => onChoose(product),
        }),
        h('span', {}, say(`product.${product}`)),
        productMark(page, product),
      ),
    ),
  )
}

/** The field for the payer's own amount, in the currency's decimals and between the bounds. */
function amountField({ view, say, numbers }: Page, onTyped: () => void) {
  const { currency_code: currency, minimum_amount: least, maximum_amount: most } = view
  const money = (amount: number) => formatMoney(amount, currency, numbers)
  const hint = h('p', { class: 'hint', id: 'amount-hint' })
  const error = h('p', { class: 'error', id: 'amount-error', role: 'alert' })
  const bounds =
    least !== null && most !== null
      ? say('form.between', { least: money(least), most: money(most) })
      : least !== null
        ? say('form.from', { least: money(least) })
        : most !== null
          ? say('form.up_to', { most: money(most) })
          : ''
  // The largest possible amount is not worth a hint.
  hint.textContent = most === largestPaymentEver ? '' : bounds
  const value = (): AmountValue => amountTyped(input.value, currency, numbers)
  const problem = (): string => {
    const typed = value()
    if (typed === null || typed === 0) return say('form.amount_required')
    if (typed === 'invalid')
      return exponentOf(currency) === 0
        ? say('form.amount_whole')
        : say('form.amount_invalid', { decimals: String(exponentOf(currency)) })
    if (typed < (least ?? 1) || typed > (most ?? Number.MAX_SAFE_INTEGER)) return bounds
    return ''
  }
  const tell = () => {
    error.textContent = problem()
    hint.hidden = error.textContent === bounds
    if (error.textContent) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  const input = h('input', {
    id: 'amount',
    inputmode: exponentOf(currency) === 0 ? 'numeric' : 'decimal',
    autocomplete: 'off',
    'aria-describedby': 'amount-hint amount-error',
    required: true,
    value: lastChoice().amount,
    oninput: () => {
      if (input.hasAttribute('aria-invalid')) tell()
      onTyped()
    },
    onblur: () => {
      if (input.value) tell()
    },
  })
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: 'amount' }, say('form.amount', { currency })),
    input,
    hint,
    error,
  )
  const isRefused = () => {
    tell()
    if (error.textContent) input.focus()
    return Boolean(error.textContent)
  }
  return { element, value, isRefused, typed: () => input.value }
}
