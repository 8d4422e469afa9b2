import type { CheckoutPayment } from '@kontor/contract/checkout/checkout.schemas'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import checkout from '../../public/locales/en-US/checkout.json'
import { outcome } from './outcome.ts'
import type { Page } from './page.ts'
import { type Say, textsIn } from './texts.ts'

let say: Say
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => Response.json(checkout))
  say = await textsIn('en-US')
  vi.unstubAllGlobals()
})

/** The page of a payment; it reads nothing else of its view. */
function drawn(payment: Partial<CheckoutPayment>): HTMLElement {
  const view = { payment, state: 'open', shop: { name: 'Bloom' }, return_url: 'https://bloom.example/thanks' }
  const place = document.createElement('div')
  place.append(...outcome({ view, say } as unknown as Page).content.filter((each) => each instanceof Node))
  return place
}
const link = (place: HTMLElement) => [place.querySelector('a')?.textContent, place.querySelector('a')?.href]

describe('a payment under way', () => {
  it.each([
    ['card', /a few seconds/],
    ['sepa_debit', /a few working days/],
  ] as const)('by %s says how long that takes, and leads back to the shop', (payment_product, text) => {
    const place = drawn({ status: 'processing', payment_product })
    expect(place.querySelector('p')?.textContent).toMatch(text)
    expect(link(place)).toEqual(['Continue to Bloom', 'https://bloom.example/thanks'])
  })

  it.each([
    ['ideal', 'your bank'],
    ['card', 'your bank'],
    ['paypal', 'PayPal'],
    ['klarna', 'Klarna'],
    ['sepa_debit', 'the payment processor'],
  ] as const)('by %s is completed at %s', (payment_product, where) => {
    const place = drawn({ status: 'action', payment_product, redirect_url: 'https://there.example/' })
    expect(place.querySelector('h1')?.textContent).toBe(`Complete it at ${where}`)
    expect(link(place)).toEqual([`Continue at ${where}`, 'https://there.example/'])
  })
})
