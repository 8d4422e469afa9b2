import type { CheckoutSubscription } from '@kontor/contract/checkout/checkout.schemas'
import { formatMoney } from '@kontor/contract/money'
import { type Child, h } from './dom.ts'
import { rows } from './outcome.ts'
import type { Page } from './page.ts'

/** What the payer of a subscription agrees to: amounts now and later, days, end, and cancelling. */
export function terms(page: Page, subscription: CheckoutSubscription): Child[] {
  const { say } = page
  const { overdue, cycles, ends_on } = subscription
  const end =
    cycles === null || ends_on === null
      ? say('subscription.endless')
      : say(cycles === 1 ? 'subscription.one' : 'subscription.ends', { count: String(cycles), day: day(page, ends_on) })
  return [
    overdue &&
      h(
        'p',
        {},
        say('subscription.overdue', { day: day(page, overdue.due_date), before: day(page, overdue.pay_before) }),
        ' ',
        say(`failed.${overdue.reason}`),
      ),
    rows([
      [say('subscription.plan'), subscription.plan],
      [say(overdue ? 'subscription.open' : 'subscription.now'), now(page)],
      ...later(page, subscription),
      [say('subscription.end'), end],
      [say('subscription.cancel'), contact(page, subscription)],
    ]),
  ]
}

/** The words above the button by which the payer agrees. A change of their meaning needs another `agreedTerms` (subscription.rules.ts). */
export const agreement = ({ view, say }: Page, { overdue }: CheckoutSubscription): HTMLElement =>
  h(
    'p',
    { class: 'hint agree' },
    say(overdue ? 'subscription.agree.overdue' : 'subscription.agree.first'),
    ' ',
    say('subscription.agree.charge', { shop: view.shop.name }),
  )

/** The text of the button, which names the order and what it costs. */
export function verb({ view, say, numbers, language }: Page, { overdue, next_on }: CheckoutSubscription): string {
  const amount = formatMoney(view.amount ?? 0, view.currency_code, numbers)
  if (overdue) return say('form.pay_amount', { amount })
  if (view.amount !== 0) return say('subscription.pay', { amount })
  return next_on ? say('subscription.pay_later', { day: dayText(next_on, language) }) : say('subscription.title')
}

const now = ({ view, say, numbers }: Page) =>
  view.amount ? formatMoney(view.amount, view.currency_code, numbers) : say('subscription.nothing')

/** The payments after the open one, a row for each amount. */
function later(page: Page, { cycle, next_on, prices, interval, interval_count }: CheckoutSubscription): Row[] {
  if (next_on === null) return []
  const { view, say, numbers } = page
  const every = say(interval_count === 1 ? `subscription.every.${interval}` : `subscription.every.${interval}s`, {
    count: String(interval_count),
  })
  const row = (name: string, amount: number, from: string): Row => [
    name,
    say('subscription.from', {
      amount: formatMoney(amount, view.currency_code, numbers),
      every,
      day: day(page, from),
    }),
  ]
  const next = prices.filter(({ from }) => from <= cycle + 1).at(-1)
  return [
    ...(next ? [row(say('subscription.later'), next.amount, next_on)] : []),
    ...prices
      .filter(({ from }) => from > cycle + 1)
      .map(({ from, amount, on }) => row(say('subscription.later_from', { number: String(from) }), amount, on)),
  ]
}

function contact({ view, say }: Page, { contact: { email, phone } }: CheckoutSubscription): Child[] {
  const { name, website } = view.shop
  const ways = [
    email && h('a', { href: `mailto:${email}` }, email),
    phone && h('a', { href: `tel:${phone.replaceAll(/[^+\d]/g, '')}` }, phone),
    website && h('a', { href: website, rel: 'noreferrer' }, website.replace(/^https?:\/\/|\/$/g, '')),
  ].filter((way) => way instanceof Node)
  return [say('subscription.contact', { shop: name }), ...ways.flatMap((way) => [h('br'), way])]
}

type Row = readonly [string, Child | readonly Child[]]

const day = ({ language }: Page, date: string) => dayText(date, language)
const dayText = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
