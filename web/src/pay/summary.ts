import { formatMoney } from '@kontor/contract/money'
import { type Child, h } from './dom.ts'
import type { Page } from './page.ts'

/** Who is paid, how much and what for: above every part of the page. */
export function summary({ view, say, language }: Page): Child[] {
  const { amount, currency_code, description, reference } = view
  return [
    h(
      'p',
      { class: 'shop' },
      h('span', { class: 'initial', 'aria-hidden': 'true' }, [...view.shop.name][0]?.toUpperCase()),
      h('span', {}, view.shop.name),
    ),
    amount === null || amount === 0 ? null : h('p', { class: 'amount' }, formatMoney(amount, currency_code, language)),
    description ? h('p', { class: 'description' }, description) : null,
    h('p', { class: 'reference' }, say('reference', { reference })),
  ]
}

export const dateTime = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
