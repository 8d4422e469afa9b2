import type { CheckoutView } from '@kontor/contract/checkout/checkout.schemas'
import { formatMoney } from '@kontor/contract/money'
import { type Child, h } from './dom.ts'
import type { Page } from './page.ts'

/** The shop, the amount and the purpose, above every part of the page. */
export function summary({ view, say, numbers }: Page): Child[] {
  const { amount, currency_code, description, reference } = view
  const { name, legal_name } = view.shop
  const told = toldOf(view)
  return [
    // The name is always text, whatever the picture shows.
    h('p', { class: 'shop' }, sign(view), h('span', {}, name)),
    legal_name && legal_name !== name ? h('p', { class: 'reference' }, say('seller', { name: legal_name })) : null,
    amount === null || amount === 0 ? null : h('p', { class: 'amount' }, formatMoney(amount, currency_code, numbers)),
    told.description ? h('p', { class: 'description' }, description) : null,
    told.reference ? h('p', { class: 'reference' }, say('reference', { reference })) : null,
  ]
}

/**
 * The texts about the payment to show. The customer agrees to the description of a card-add link, so no design can
 * leave it out.
 */
function toldOf({ kind, description, design }: CheckoutView) {
  const wanted = design?.header_payment_description ?? 'both'
  const hasDescription = Boolean(description)
  return {
    description: hasDescription && (kind === 'card_add_link' || wanted === 'both' || wanted === 'description'),
    reference: wanted === 'both' || wanted === 'merchant_reference' || (wanted === 'description' && !hasDescription),
  }
}

function sign({ design, shop }: CheckoutView): HTMLElement {
  const initial = h('span', { class: 'initial', 'aria-hidden': 'true' }, [...shop.name][0]?.toUpperCase())
  if (!design?.logo_url) return initial
  const logo = h('img', { class: 'logo', src: design.logo_url, alt: '', onerror: () => logo.replaceWith(initial) })
  return logo
}

export const dateTime = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
