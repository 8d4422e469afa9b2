import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../test/harness.ts'
import { amountRules, cardRules } from '../payments/behaviour/rules.ts'

let sandbox: Harness
let impatient: Harness
beforeAll(async () => {
  sandbox = await startHarness()
  impatient = await startHarness({ SANDBOX_ABANDON_AFTER_MS: '50' })
})
afterAll(async () => {
  await sandbox.stop()
  await impatient.stop()
})

describe('the page of the card’s bank', () => {
  const asked = (more = {}) => sandbox.pay({ card_token: 'test_3ds_required', ...more })
  const press = (page: string, button: string) =>
    fetch(`${page}/${button}`, { method: 'POST', body: new URLSearchParams() })

  it.each([
    ['authenticate', 'SETTLEMENT_REQUESTED', undefined],
    ['fail', 'DECLINED', 'authentication_failed'],
    ['cancel', 'CANCELLED', 'cancelled_by_payer'],
  ])('%s makes the payment %s', async (button, status, reason) => {
    const { redirect_url, reference, status: first } = await asked()
    expect(first).toBe('ACTION_REQUIRED')
    expect(await (await fetch(redirect_url)).text()).toContain(`/${button}`)
    expect(await (await press(redirect_url, button)).text()).toContain(status)
    const news = await sandbox.receiver.untilStatus(reference, status)
    expect(news.data.reason).toBe(reason)
  })

  it('hears the first answer only, also when all buttons are pressed at once', async () => {
    const { redirect_url, reference } = await asked({ capture: false })
    await Promise.all(['authenticate', 'fail', 'cancel', 'authenticate'].map((button) => press(redirect_url, button)))
    const { status } = await sandbox.lookUp(reference)
    await sandbox.receiver.untilStatus(reference, status)
    const finals = sandbox.receiver.of(reference).filter((news) => news.data.status !== 'ACTION_REQUIRED')
    expect(finals).toHaveLength(1)
  })

  it('is abandoned by a payer who never comes', async () => {
    const { reference } = await impatient.pay({ card_token: 'test_3ds_required' })
    await impatient.receiver.untilStatus(reference, 'ABANDONED')
    expect(await impatient.lookUp(reference)).toMatchObject({ reason: 'authentication_not_completed' })
  })

  it('escapes what the caller sent, and leads back to web addresses only', async () => {
    const { redirect_url } = await asked({ merchant_reference: `<script>alert('x')</script>"&` })
    const text = await (await fetch(redirect_url)).text()
    expect(text).not.toContain('<script')
    expect(text).toContain('&#60;script&#62;')
    const back = new URLSearchParams({ return_url: 'https://shop.example/?a="><script>' })
    const done = await (await fetch(`${redirect_url}/cancel?${back}`, { method: 'POST' })).text()
    expect(done).toContain('href="https://shop.example/?a=&#34;&#62;')
    expect(await (await fetch(`${redirect_url}?return_url=javascript:alert(1)`)).text()).not.toContain('javascript')
  })

  it('is not there for an unknown payment', async () => {
    expect((await fetch(`${sandbox.url}/authenticate/pay_unknown`)).status).toBe(404)
  })
})

describe('the documentation', () => {
  it('names every card and every amount that has a rule, and loads nothing', async () => {
    const page = await fetch(sandbox.url)
    const text = await page.text()
    for (const { token } of cardRules) expect(text).toContain(`<code>${token}</code>`)
    for (const { ending } of amountRules) expect(text).toContain(`<code>${66_600 + ending}</code>`)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).not.toMatch(/src=|<link|@import|url\(|undefined|\[object/)
  })
})

describe('the page of a shop', () => {
  it('shows what was posted to it, and answers what it is asked to', async () => {
    const post = (query = '') =>
      fetch(`${sandbox.url}/shop${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'webhook-id': 'id-1' },
        body: JSON.stringify({ type: 'transaction.updated', data: { merchant_reference: '<b>Order</b>' } }),
      })
    expect([(await post()).status, (await post('?answer=503')).status, (await post('?answer=1')).status]).toEqual([
      204, 503, 204,
    ])
    const page = await (await fetch(`${sandbox.url}/shop`)).text()
    expect(page).toContain('webhook-id: id-1')
    expect(page).toContain('&#60;b&#62;Order')
    expect(page).not.toContain('<b>Order')
  })
})
