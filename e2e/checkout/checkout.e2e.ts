import AxeBuilder from '@axe-core/playwright'
import { agreedTerms } from '@kontor/contract/subscriptions/subscription.rules'
import type { APIRequestContext, Route } from '@playwright/test'
import {
  cardField,
  chooseCard,
  linkNow,
  makeCardLink,
  makeLink,
  numbers,
  payButton,
  paymentsOf,
  pressPay,
  typeCard,
} from '../support/links.ts'
import { sizes } from '../support/looks.ts'
import { body, newReference } from '../support/payments.ts'
import { newSubscription } from '../support/subscriptions.ts'
import { expect, type Page, test } from '../support/test.ts'

const receipt = (page: Page) => page.getByRole('heading', { name: 'Betaald' })

test.describe('the hosted payment page', () => {
  test('takes a card on a phone, and a card number never reaches Kontor', async ({ page, api, baseURL }) => {
    await page.setViewportSize(sizes.phone)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(baseURL ?? '')) sent.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    const link = await makeLink(api, { amount: 12_550 })
    await page.goto(link.url)
    await expect(page.getByText('Bloom Nederland')).toBeVisible()
    await expect(page.getByText(/€\s125,50/).first()).toBeVisible()
    await expect.poll(async () => (await linkNow(api, link)).status).toBe('INITIATED')
    await typeCard(page, numbers.good)
    await pressPay(page)
    await expect(receipt(page)).toBeVisible()
    await expect(page.getByText('Visa •••• 1111')).toBeVisible()
    // The order names the amount that was shown, and another one would be refused.
    expect(sent.find((each) => each.includes('/payments'))).toContain('"amount":12550')
    expect(sent.join('\n').replaceAll(/\D/g, '')).not.toContain(numbers.good)
    expect(await linkNow(api, link)).toMatchObject({ status: 'DONE', uses: 1 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })

  test('says what is wrong with a card, and takes another after a decline', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 2_000 })
    await page.goto(link.url)
    // Without a design, the method of the shop's country comes first.
    await expect(page.getByRole('radio').first()).toHaveAccessibleName('iDEAL')
    await chooseCard(page)
    await pressPay(page)
    await expect(cardField(page).getByText('Controleer het kaartnummer.')).toBeVisible()
    await expect(cardField(page).getByLabel('Kaartnummer')).toBeFocused()
    await typeCard(page, numbers.poor)
    await pressPay(page)
    await expect(page.getByRole('alert').filter({ hasText: 'te weinig op de rekening' })).toBeVisible()
    await typeCard(page, numbers.good)
    await cardField(page).getByLabel('Beveiligingscode').press('Enter')
    await expect(receipt(page)).toBeVisible()
    expect((await paymentsOf(api, link)).map(({ status }) => status).sort()).toEqual([
      'DECLINED',
      expect.stringMatching(/^SETTLEMENT_/),
    ])
  })

  test('says that there is no connection, in sentences, and blames no card for that', async ({
    page,
    context,
    api,
  }) => {
    const card = await makeLink(api, { amount: 2_000 })
    await page.goto(card.url)
    await typeCard(page, numbers.good)
    await context.setOffline(true)
    await pressPay(page)
    await expect(
      page.getByRole('alert').filter({ hasText: 'Geen verbinding. Er is niets afgeschreven.' }),
    ).toBeVisible()
    await page.getByRole('radio', { name: 'iDEAL' }).check()
    await pressPay(page)
    await expect(page.getByRole('heading', { name: 'Geen verbinding' })).toBeVisible()
    await expect(page.getByText('Het is niet zeker of je betaling is aangekomen.')).toBeVisible()
    await expect(page.getByText('Betaalpagina van Kontor')).toBeVisible()
    // The texts of the other language were never fetched.
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await paymentsOf(api, card)).toEqual([])
  })

  test('goes to the bank for 3-D Secure, comes back, and shows the receipt after reload and back', async ({
    page,
    api,
  }) => {
    const link = await makeLink(api, { amount: 3_000 })
    await page.goto(link.url)
    await typeCard(page, numbers.secured)
    await pressPay(page)
    await page.waitForURL(/\/authenticate\//)
    await page.getByRole('button', { name: 'Authenticate' }).click()
    await expect(receipt(page)).toBeVisible()
    await page.reload()
    await expect(receipt(page)).toBeVisible()
    // The form came before the bank's page: going back to it must not offer a second payment.
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('heading', { name: /Betaald|Finished/ })).toBeVisible()
    expect(await paymentsOf(api, link)).toHaveLength(1)
  })

  for (const [how, number] of [
    ['in his address', numbers.resumed],
    ['in a form', numbers.resumedByForm],
    ['in a form, as he was sent there', numbers.sentByForm],
  ] as const)
    test(`goes on with what the payer brings back from the bank ${how}, once`, async ({ page, api }) => {
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      const link = await makeLink(api, { amount: 3_000 })
      await page.goto(link.url)
      await typeCard(page, number)
      await pressPay(page)
      await page.waitForURL(/\/authenticate\//)
      await page.getByRole('button', { name: 'Authenticate' }).click()
      const back = page.getByRole('button', { name: 'Back to the shop' })
      await expect(back.or(receipt(page))).toBeVisible()
      if (await back.isVisible()) await back.click()
      await expect(receipt(page)).toBeVisible()
      expect(page.url()).toBe(link.url)
      await page.reload()
      await expect(receipt(page)).toBeVisible()
      expect(await paymentsOf(api, link)).toHaveLength(1)
      expect(problems).toEqual([])
    })

  test('can be returned to by a payer who never went through with it at the bank', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 3_000 })
    await page.goto(link.url)
    await typeCard(page, numbers.sentByForm)
    await pressPay(page)
    await page.waitForURL(/\/authenticate\//)
    await page.goto(link.url)
    await page.getByRole('link', { name: /bank/i }).click()
    await page.waitForURL(/\/authenticate\//)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Back to the shop' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'geannuleerd' })).toBeVisible()
  })

  test('pays once when the button is pressed twice and in two tabs', async ({ page, context, api }) => {
    const link = await makeLink(api, { amount: 4_000 })
    const other = await context.newPage()
    for (const each of [page, other]) {
      await each.goto(link.url)
      await typeCard(each, numbers.good)
    }
    const twice = (button: HTMLElement) => {
      button.click()
      button.click()
    }
    await Promise.all([payButton(page).evaluate(twice), payButton(other).evaluate(twice)])
    for (const each of [page, other]) await expect(receipt(each)).toBeVisible()
    expect(await paymentsOf(api, link)).toHaveLength(1)
  })

  test('takes an amount that the payer chooses, by a bank that he can leave again', async ({ page, api }) => {
    const link = await makeLink(api, { minimum_amount: 500, maximum_amount: 10_000 })
    await page.goto(link.url)
    await page.getByLabel('iDEAL').check()
    await page.getByLabel('Bedrag in EUR').fill('3')
    await pressPay(page)
    await expect(page.getByRole('alert').filter({ hasText: /van €\s5,00 tot en met €\s100,00/ })).toBeVisible()
    await page.getByLabel('Bedrag in EUR').fill('12,5')
    await page.getByRole('button', { name: /€\s12,50 betalen/ }).click()
    await page.waitForURL(/\/authenticate\//)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'geannuleerd' })).toBeVisible()
    await page.getByLabel('iDEAL').check()
    await page.getByLabel('Bedrag in EUR').fill('12,5')
    await pressPay(page)
    await page.waitForURL(/\/authenticate\//)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(receipt(page)).toBeVisible()
    await expect(page.getByText(/€\s12,50/).first()).toBeVisible()
  })

  test('stores a card without charging it', async ({ page, api }) => {
    const link = await makeCardLink(api)
    await page.goto(link.url)
    await typeCard(page, numbers.good)
    await pressPay(page)
    await expect(page.getByRole('heading', { name: 'Kaart vastgelegd' })).toBeVisible()
    expect(await linkNow(api, link, 'cardaddlink')).toMatchObject({
      status: 'DONE',
      card_last_four: '1111',
      card_expiry: '12/2031',
    })
  })

  test('keeps a card, and speaks of no payment, where a discount leaves nothing to pay', async ({ page, api }) => {
    await page.goto(await freeSubscription(api))
    await typeCard(page, numbers.good)
    await expect(page.getByText('Er wordt nu niets afgeschreven.')).toBeVisible()
    await pressPay(page)
    await expect(page.getByRole('heading', { name: 'Kaart vastgelegd' })).toBeVisible()
    await expect(page.getByText('€ 0,00'.replace(' ', '\u00a0'))).toHaveCount(0)
  })

  test('says what a subscription costs now and later, how it ends, and what the payer agrees to', async ({
    page,
    api,
  }) => {
    const { subscription_url } = await newSubscription(api, { due_date: '2031-01-31', max_billing_cycle: 3 })
    await page.goto(subscription_url)
    await expect(page.getByRole('heading', { name: 'Abonneren' })).toBeVisible()
    const told = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
    await expect(told('Vandaag')).toContainText('Niets')
    await expect(told('Daarna')).toContainText(/€\s\d+,\d\d per maand, vanaf 31 januari 2031/)
    await expect(told('Looptijd')).toContainText('3 betalingen, de laatste op 31 maart 2031')
    await expect(told('Opzeggen')).toContainText('Bij Bloom')
    await expect(page.getByText(/Je gaat ermee akkoord dat de kaart .* wordt bewaard/)).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag22aa']).analyze()
    expect(violations).toEqual([])
    await typeCard(page, numbers.good)
    await expect(page.locator('[data-product="card"]')).toContainText('Visa')
    await expect(payButton(page)).toHaveText('Abonneren en betalen vanaf 31 januari 2031')
    let order: object = {}
    // As a page does that was opened before an upgrade.
    const withOldTerms = (route: Route) => {
      order = route.request().postDataJSON()
      return route.continue({ postData: JSON.stringify({ ...order, agreed_terms: '2025-01' }) })
    }
    await page.route('**/v1/pay/*/payments', withOldTerms, { times: 1 })
    await pressPay(page)
    await expect(page.getByRole('alert').filter({ hasText: 'De voorwaarden zijn veranderd' })).toBeVisible()
    expect(order).toMatchObject({ amount: 0, agreed_terms: agreedTerms })
    await typeCard(page, numbers.good)
    await pressPay(page)
    await expect(page.getByRole('heading', { name: 'Kaart vastgelegd' })).toBeVisible()
  })

  test('says that a link is over, and that an address is none', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 1_000 })
    await api.post(`/v1/paymentlink/${link.id}/expire`, { data: {} })
    await page.goto(link.url)
    await expect(page.getByRole('heading', { name: 'Deze link is verlopen' })).toBeVisible()
    const reply = await page.goto(`${link.url.slice(0, -4)}AAAA`)
    expect(reply?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Deze link bestaat niet' })).toBeVisible()
  })

  test('is accessible, in both languages, light and dark', async ({ page, api }) => {
    const link = await makeLink(api, { minimum_amount: 500 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(link.url)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await chooseCard(page)
      await expect(page.frameLocator('iframe').getByRole('textbox').first()).toBeVisible()
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations).toEqual([])
      await page.getByRole('button', { name: /^(English|Nederlands)$/ }).click()
    }
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
  })

  test('runs no script but its own, in no frame but the processor’s', async ({ page, api }) => {
    const link = await makeLink(api, { amount: 1_000 })
    const foreign: string[] = []
    page.on('request', (request) => foreign.push(new URL(request.url()).origin))
    const reply = await page.goto(link.url)
    const policy = reply?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
    await chooseCard(page)
    await expect(cardField(page).getByLabel('Kaartnummer')).toBeVisible()
    const processor = /frame-src (\S+?);/.exec(policy)?.[1]
    expect([...new Set(foreign)].sort()).toEqual([new URL(link.url).origin, processor].sort())
  })
})

/** The address of a subscription whose first payment is free. */
async function freeSubscription(api: APIRequestContext): Promise<string> {
  const { id, subscription_url, customer } = await newSubscription(api)
  const { merchant } = customer
  const terms = { type: 'percentage', amount: 1, limit_to_first_order: true }
  const data = { name: newReference(), organisation: merchant, ...terms }
  const made = await api.post(`/v1/subscriptiondiscount?merchant=${merchant}`, { data })
  const { id: discount } = await body<{ id: string }>(made)
  await body(await api.post(`/v1/subscription/${id}/add-discount/${discount}?merchant=${merchant}`, { data: {} }))
  return subscription_url
}
