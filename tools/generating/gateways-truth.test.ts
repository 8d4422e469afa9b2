import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { paymentProducts } from '../../contract/src/payments/transaction.rules.ts'
import * as adyen from '../../server/src/processors/adyen/adyen-words.ts'
import { gateways } from '../../server/src/processors/gateways.ts'
import * as mollie from '../../server/src/processors/mollie/mollie-words.ts'
import * as stripe from '../../server/src/processors/stripe/words.ts'
import { documentedEvents, documentedResultCodes } from '../../server/test/gateways/adyen.document.ts'
import { root } from '../root.ts'
import { truthPage } from './gateways-truth.ts'

const page = await truthPage()
const chapterOf = (label: string) => page.split('\n## ').find((text) => text.startsWith(`${label}\n`)) ?? ''
const wordsOf = (...tables: (object | readonly string[])[]) =>
  tables.flatMap((table) => (Array.isArray(table) ? table : Object.keys(table)))

/** What stands in no row, on purpose: brands of cards, fields of evidence and results of 3-D Secure move nothing. */
const words: Readonly<Record<string, string[]>> = {
  Adyen: [
    ...wordsOf(adyen.resultCodes, adyen.refusalReasons, adyen.orderEvents, adyen.chargebackEvents),
    ...wordsOf(
      adyen.settlementTypes,
      adyen.uselessEvents,
      adyen.eventsForPeople,
      documentedResultCodes ?? [],
      documentedEvents ?? {},
    ),
  ],
  Stripe: [
    ...wordsOf(stripe.paymentStatuses, stripe.cancellationReasons, stripe.errorCodes),
    ...wordsOf(stripe.reportingCategories, stripe.refundStatuses, stripe.disputeStatuses, stripe.eventTypes),
  ],
  Mollie: [
    ...wordsOf(mollie.paymentStatuses, mollie.captureStatuses, mollie.refundStatuses, mollie.failureReasons),
    ...wordsOf(mollie.settlementLines),
  ],
}

it.each(Object.entries(words))('each word of %s is on the page of what words mean', (label, all) => {
  const chapter = chapterOf(label)
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter((word) => !chapter.includes(`\`${word}\``))).toEqual([])
})

it('the page has each gateway that has addresses of its own, and what is known when of each order', () => {
  for (const { manifest } of gateways.filter(({ manifest }) => manifest.addresses !== 'of_installation'))
    for (const { key_h } of Object.values(manifest.knowing))
      expect(chapterOf(manifest.label)).toContain(key_h % 24 === 0 ? `${key_h / 24 || 'no time'}` : `${key_h} hour`)
})

it.each([
  ['Adyen', '500 and more', 'chargeback, disputed', 'not known: not repeated, and parked'],
  ['Stripe', '500 and more', 'payment, cancelled by our reference', 'sent again under a new key'],
  ['Mollie', '429', 'void', 'not begun: sent again after a pause'],
])(
  'what %s says with %s is told of the request that decides a %s, not of a question before it',
  (label, answer, order, means) => {
    const rows = chapterOf(label)
      .split('\n')
      .filter((row) => row.startsWith(`| ${answer} |`) && (row.includes(order) || row.includes('| every order |')))
    expect(rows).toEqual([expect.stringContaining(means)])
  },
)

const offeredOrWhyNot = gateways.flatMap(({ manifest }) =>
  manifest.addresses === 'of_installation' ? [] : paymentProducts.map((product) => [manifest.label, product] as const),
)
it.each(offeredOrWhyNot)(
  '%s has the payment product %s, or the page says why it cannot be offered',
  (label, product) => {
    const chapter = chapterOf(label)
    expect(chapter.includes(`| \`${product}\` |`)).not.toBe(chapter.includes(`\`${product}\` cannot be offered. `))
  },
)

const real = gateways.filter(({ manifest }) => manifest.addresses !== 'of_installation')

it.each(real.map((gateway) => [gateway.manifest.label, gateway] as const))(
  'the page says what each answer of %s means to each order that it takes',
  (label, { manifest, cancelReference }) => {
    const [, table = ''] = /### What its answers mean[\s\S]*?\n\n(\|[\s\S]*?)\n\n/.exec(chapterOf(label)) ?? []
    const rows = table.split('\n').slice(2)
    const byAnswer = Map.groupBy(
      rows.map((row) => row.split(' | ')),
      ([answer]) => answer,
    )
    const isAnswered = Object.values(manifest.products).some(({ answers }) => answers.length > 0)
    const orders = [
      ...['payment', 'capture', 'void', 'refund', 'stored card, revoked'],
      ...(isAnswered ? ['chargeback, accepted', 'chargeback, disputed'] : []),
      ...(cancelReference ? ['payment, cancelled by our reference'] : []),
    ]
    expect(byAnswer.size).toBeGreaterThan(10)
    for (const [answer, all] of byAnswer) {
      const told = all.flatMap(([, to = '']) => (to === 'every order' ? orders : to.split('; ')))
      expect([answer, told.sort()]).toEqual([answer, orders.toSorted()])
    }
  },
)

it('the page has nothing asked for of a gateway that cannot be asked', () => {
  for (const { manifest, find } of real)
    expect(chapterOf(manifest.label).includes('asked for')).toBe(find !== undefined)
})

it('the page that is committed is the one that the tables make', () => {
  expect(readFileSync(join(root, 'docs/gateways/truth.md'), 'utf8')).toBe(page)
})
