import { newCustomer } from '../support/customers.ts'
import { hits, notice, searchEverything, title } from '../support/frame.ts'
import { panel } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { merchantCalled, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Zoeken' })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })
const field = (page: Page) => palette(page).getByRole('combobox')

test.describe('a merchant who searches everything', () => {
  test.use({ who: 'owner' })

  test('opens the first hit with Enter, be it a screen or a form', async ({ page }) => {
    await page.goto('/transactions')
    await searchEverything(page, 'geweig')
    await expect(chosen(page)).toContainText('Geweigerd')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/transactionsDeclined')

    await searchEverything(page, 'link maken')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Betaallink maken' })).toBeVisible()
    // The form is no part of the list, whose own first filter is there.
    await expect(page).toHaveURL('/payment-links?active=true')
    await page.getByRole('button', { name: 'Annuleren' }).click()

    await searchEverything(page, 'terugbetalen')
    await expect(chosen(page)).toContainText('Terugbetaling toevoegen')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/refunds\?created_at/)
    await expect(page.getByRole('dialog')).toContainText('Transactie')
  })

  test('finds a payment by a pasted id and by its reference, also with Enter before it is found', async ({
    page,
    api,
  }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4321 })
    await page.goto('/transactionsBlocked')
    for (const text of [paid.id, ` ${paid.merchant_reference} `]) {
      await searchEverything(page, text)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/transactions/${paid.id}`)
      await expect(panel(page)).toContainText('€ 43,21')
      await expect(panel(page)).toBeFocused()
    }
    // A payment that is not in the list behind it leaves the focus to the list.
    await page.keyboard.press('Escape')
    await expect(page.locator('tr[data-row]').first()).toBeFocused()
  })

  test('finds a customer by name and by address, told apart by address, and opens the customer', async ({
    page,
    api,
  }) => {
    const [customer, other] = await Promise.all([newCustomer(api), newCustomer(api)])
    await page.goto('/transactions')
    for (const text of [customer.name, customer.email_address]) {
      await searchEverything(page, text)
      await expect(hits(page).first()).toContainText(customer.email_address)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`/customers/${customer.id}`))
    }
    // Afterwards the customer stands among what was opened last, by its id alone.
    await page.goto('/transactions')
    await searchEverything(page, '')
    await expect(chosen(page)).toContainText(customer.email_address)
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).toContain(customer.id)
    expect(kept).not.toContain(customer.email_address)
    await expect(hits(page, new RegExp(other.email_address))).toHaveCount(0)
  })

  test('never sees a hit of the text before, and nothing moves while texts come and go', async ({ page, api }) => {
    const customer = await newCustomer(api)
    await page.goto('/transactions')
    await searchEverything(page, customer.email_address)
    await expect(hits(page)).toHaveCount(1)
    const box = () => palette(page).boundingBox()
    const place = await box()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const asked: string[] = []
    await page.route(/\/v1\/.*_search=/, (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('_search') ?? '')
      return held.then(() => route.continue()).catch(() => {})
    })
    for (const text of ['60.95', 'zzz-niets']) {
      await field(page).fill(text)
      await expect(hits(page)).toHaveCount(0)
      await expect.poll(() => asked).toContain(text)
    }
    letGo()
    await expect(palette(page)).toContainText('Niets gevonden voor “zzz-niets”')
    expect(await box()).toEqual(place)
    // A text asks each list a few times at most, four at a time.
    expect(asked.filter((text) => text === '60.95').length).toBeLessThanOrEqual(4)
    expect(asked.length).toBeLessThanOrEqual(4 + 36)
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeHidden()
  })

  test('goes on to all hits in the list, and back to the place before with Escape', async ({ page }) => {
    await page.goto('/transactions')
    await page.getByRole('link', { name: 'Geblokkeerd' }).focus()
    await searchEverything(page, 'jansen')
    await expect(hits(page, /Jansen/).first()).toBeVisible()
    await hits(page, 'Alles tonen in Klanten').click()
    await expect(page).toHaveURL('/customers?_search_by=name&_search=jansen')
    await page.getByRole('link', { name: 'Geblokkeerd' }).focus()
    await searchEverything(page, 'x')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Geblokkeerd' })).toBeFocused()
  })
})

test.describe('the provider, who searches everything', () => {
  test.use({ who: 'provider' })

  test('enters a merchant by its name, and the merchant of a customer', async ({ page, api }) => {
    const merchant = await newMerchant(api)
    await page.goto('/psp/merchants')
    await searchEverything(page, merchant.name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/psp/merchants/${merchant.id}:/transactions`)

    const [customer, bloom] = await Promise.all([newCustomer(api), merchantCalled(api, 'Bloom')])
    await page.goto('/psp/merchants')
    await searchEverything(page, customer.name)
    await expect(hits(page).first()).toContainText('Bloom')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/psp/merchants/${bloom}:/customers/${customer.id}`))

    await searchEverything(page, merchant.name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/psp/merchants/${merchant.id}:/transactions`)
  })
})

test.describe('somebody with one role, who searches everything', () => {
  test.use({ who: 'cashier' })

  test('asks only the lists of that role, and is offered no form', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (searchParams.has('_search')) asked.push(pathname)
    })
    await page.goto('/transactions')
    await searchEverything(page, 'bl-000')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await expect(page.getByText('Bezig met zoeken')).toBeHidden()
    expect([...new Set(asked)]).toEqual(['/v1/transaction'])
    await field(page).fill('toevoegen')
    await expect(palette(page)).toContainText('Niets gevonden')
    await expect(notice(page)).toHaveCount(0)
    await expect(title(page)).toHaveText('Transacties')
  })
})
