import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import checkout from '../../public/locales/en-US/checkout.json'
import type { Page } from './page.ts'
import { payForm } from './pay-form.ts'
import { textsIn } from './texts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', async () => Response.json(checkout))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('says once that the card field cannot be reached, also to a payer who has pressed the button', async () => {
  const say = await textsIn('en-US')
  const view = {
    ...{ products: ['card', 'ideal'], card_field: 'https://cards.example/field', amount: 1_000, currency_code: 'EUR' },
    ...{ subscription: null, asks: [], by_mandate: [], shop: { name: 'Bloom' } },
  }
  const page = { view, say, language: 'en-US', numbers: 'en-US', problem: undefined, isConnected: async () => true }
  // The form reads nothing else of the page.
  const { content } = payForm(page as unknown as Page)
  document.body.append(...content.filter((each) => each instanceof Node))
  document.querySelector('form')?.requestSubmit()
  await vi.advanceTimersByTimeAsync(16_000)
  const problems = [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)
  expect(problems.filter(Boolean)).toEqual([checkout.form.hint.card])
  expect(document.querySelector('button')?.disabled).toBe(false)
})
