import AxeBuilder from '@axe-core/playwright'
import type { APIRequestContext } from '@playwright/test'
import { entryCalled, unfold } from '../support/frame.ts'
import { chooseCard, makeLink, numbers, payButton, typeCard } from '../support/links.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { putOn, sizes, untilCalm } from '../support/looks.ts'
import { blocked } from '../support/panel.ts'
import { merchantCalled, newReference } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

const preview = (page: Page) => page.frameLocator('iframe[title="Voorbeeld"]')
const offered = (page: Page) => page.getByRole('group', { name: 'Aangeboden, in deze volgorde' }).getByRole('listitem')
const leftOut = (page: Page) => page.getByRole('group', { name: 'Niet aangeboden' }).getByRole('listitem')
const save = (page: Page, name = 'Ontwerp maken') => page.getByRole('button', { name, exact: true }).click()

/** A design that only this test uses, of the merchant whose shop has the links. */
async function makeDesign(api: APIRequestContext, given: object = {}): Promise<{ id: string; name: string }> {
  const organisation = await merchantCalled(api, 'Bloom')
  const reply = await api.post('/v1/checkout', { data: { name: newReference(), organisation, ...given } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

const violationsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()).violations

test.describe('checkout designs', () => {
  test.use({ who: 'owner' })

  test('are made on a screen of their own, beside the page as it will be', async ({ page, api }) => {
    const name = newReference()
    await page.goto('/checkout-designs')
    await page.getByRole('link', { name: 'Ontwerp maken' }).click()
    await save(page)
    await expect(page.getByText('Vul dit in').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Naam' }).fill(name)
    await page.getByRole('textbox', { name: 'Knopkleur', exact: true }).fill('#ffcc00')
    await expect(preview(page).getByRole('button', { name: /betalen/, includeHidden: true })).toHaveCSS(
      'background-color',
      'rgb(255, 204, 0)',
    )
    await page.getByRole('textbox', { name: 'Tekstkleur van de knop', exact: true }).fill('#ffffff')
    await expect(page.getByText(/Contrast 1,5 : 1\. Dat is niet te lezen/)).toBeVisible()
    await page.getByRole('textbox', { name: 'Tekstkleur van de knop', exact: true }).fill('#222222')
    await expect(page.getByText(/^Contrast/)).toHaveCount(0)
    await page.getByLabel('Notatie van bedragen').selectOption('nl_NL')
    await expect(
      preview(page)
        .getByText(/€\s125,50/)
        .first(),
    ).toBeAttached()

    await page.getByRole('checkbox', { name: 'Klarna' }).uncheck()
    await page.getByRole('checkbox', { name: 'BLIK' }).uncheck()
    await expect(leftOut(page)).toHaveText(['BLIK', 'Klarna'])
    await expect(page.getByRole('checkbox', { name: 'BLIK' })).toBeFocused()
    await page.getByRole('button', { name: 'PayPal omhoog' }).press('Enter')
    await page.keyboard.press('Enter')
    await expect(offered(page).first()).toHaveText(/PayPal/)
    await expect(page.getByRole('status').filter({ hasText: 'PayPal staat nu op plaats 1 van 6' })).toBeAttached()
    await offered(page).filter({ hasText: 'iDEAL' }).dragTo(offered(page).first())
    await expect(offered(page).first()).toHaveText(/iDEAL/)
    await expect(preview(page).getByRole('radio', { includeHidden: true }).first()).toHaveValue('ideal')

    await save(page)
    await expect(page.getByText(`${name} is opgeslagen`)).toBeVisible()
    await untilListed(page)
    await row(page, name).click()
    await expect(panel(page).getByRole('heading', { name, level: 3 })).toBeVisible()
    const [kept] = await (await api.get('/v1/checkout', { params: { name } })).json()
    expect(kept).toMatchObject({ button_color: '#ffcc00', number_format: 'nl_NL' })
    expect(kept.payment_product_order.slice(0, 2)).toEqual(['ideal', 'paypal'])
  })

  test('in CSS mode only the rules can be written, and what they may not say is told', async ({ page, api }) => {
    const design = await makeDesign(api)
    await page.goto(`/checkout-designs/${design.id}`)
    await expect(page.getByRole('textbox', { name: 'CSS' })).toBeDisabled()
    await page.getByRole('radiogroup', { name: 'Wat je bewerkt' }).getByText('CSS').click()
    for (const name of ['Naam', 'Knopkleur', 'Logo'])
      await expect(page.getByRole('textbox', { name, exact: true })).toBeDisabled()
    await expect(page.getByRole('checkbox', { name: 'iDEAL' })).toBeDisabled()
    const rules = page.getByRole('textbox', { name: 'CSS' })
    await rules.fill('h1 { color: #aa0000 }\n.amount { display: none }')
    await expect(page.getByText(/Regel 2: .*deze eigenschap kan niet/)).toBeVisible()
    await expect(preview(page).getByRole('heading', { level: 1, includeHidden: true })).toHaveCSS(
      'color',
      'rgb(170, 0, 0)',
    )
    await expect(preview(page).locator('.amount')).toBeVisible()
    await save(page, 'Opslaan')
    await expect(page.getByText('Er staan regels in die niet kunnen')).toBeVisible()
    await rules.fill('h1 { color: #aa0000 }')
    await save(page, 'Opslaan')
    await expect(page).toHaveURL(/\/checkout-designs$/)
  })

  test('are not left with changes unasked, and what was typed outlives a session that ends', async ({ page, api }) => {
    const design = await makeDesign(api)
    await page.goto(`/checkout-designs/${design.id}`)
    await page.getByRole('textbox', { name: 'Naam' }).fill('Half typed')
    await (await entryCalled(page, 'Betaallinks')).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Blijven' }).click()
    await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Half typed')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue('Half typed')
    await page.getByRole('button', { name: 'Annuleren' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Weggooien' }).click()
    await expect(page).toHaveURL(/\/checkout-designs$/)
    await page.goto(`/checkout-designs/${design.id}`)
    await expect(page.getByRole('textbox', { name: 'Naam' })).toHaveValue(design.name)
  })

  test('are cloned, and deleted when no open link looks like them', async ({ page, api }) => {
    const design = await makeDesign(api, { button_color: '#123456' })
    const link = await makeLink(api, { amount: 1_000, checkout: design.id })
    await page.goto(`/checkout-designs/view/${design.id}`)
    await expect(await blocked(page, 'Verwijderen')).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await panel(page).getByRole('link', { name: 'Open betaallinks met dit ontwerp' }).click()
    await untilListed(page)
    await expect(row(page, link.merchant_reference)).toBeVisible()
    await page.goBack()
    await panel(page).getByRole('link', { name: 'Kopie maken' }).click()
    await expect(page.getByRole('textbox', { name: 'Knopkleur', exact: true })).toHaveValue('#123456')
    const name = newReference()
    await page.getByRole('textbox', { name: 'Naam' }).fill(name)
    await save(page)
    await expect(page.getByText(`${name} is opgeslagen`)).toBeVisible()
    await api.post(`/v1/paymentlink/${link.id}/expire`, { data: {} })
    await page.goto(`/checkout-designs/view/${design.id}`)
    await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click()
    await expect(page.getByText(`${design.name} is verwijderd`)).toBeVisible()
    await expect(row(page, design.name)).toHaveCount(0)
  })

  test('are accessible to make, light and dark, also on a phone', async ({ page, api }) => {
    test.setTimeout(120_000)
    const design = await makeDesign(api, { button_color: '#ffcc00', button_text_color: '#999999' })
    await page.goto(`/checkout-designs/${design.id}`)
    await untilCalm(page)
    for (const theme of ['light', 'dark'] as const) {
      await putOn(page, theme)
      expect([theme, await violationsOf(page)]).toEqual([theme, []])
    }
    await page.setViewportSize(sizes.phone)
    await page.goto('/checkout-designs/new')
    await untilCalm(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

test.describe('whoever lacks the role', () => {
  test.use({ who: 'cashier' })

  test('sees no designs, and is sent from their screens to the root', async ({ page }) => {
    await page.goto('/transactions')
    await expect(page.getByRole('link', { name: 'Alle transacties', exact: true })).toBeVisible()
    await unfold(page)
    await expect(page.getByRole('link', { name: 'Betaalpagina', exact: true })).toHaveCount(0)
    for (const address of [
      '/checkout-designs',
      '/checkout-designs/new',
      '/checkout-designs/01900000-0000-7000-8000-000000000000',
    ]) {
      await page.goto(address)
      await expect(page.getByText(/Betaalpagina/).first()).toBeVisible()
      await expect(page).not.toHaveURL(/checkout-designs/)
    }
  })
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('makes them in the view of a merchant, and that merchant has them', async ({ page, api }) => {
    const merchant = await merchantCalled(api, 'Bloom')
    const name = newReference()
    await page.goto(`/psp/merchants/${merchant}:/checkout-designs/new`)
    await page.getByRole('textbox', { name: 'Naam' }).fill(name)
    await save(page)
    await expect(page).toHaveURL(new RegExp(`/psp/merchants/${merchant}(:|%3A)/checkout-designs$`))
    const [kept] = await (await api.get('/v1/checkout', { params: { name } })).json()
    expect(kept.merchant).toBe(merchant)
  })
})

test.describe('a payment page with a design', () => {
  test('has its colours, its methods and its numbers, and shows what is paid whatever its rules say', async ({
    page,
    api,
  }) => {
    const { id: checkout } = await makeDesign(api, {
      background_color: '#102a43',
      header_color: '#ffe8cc',
      header_text_color: '#5f3700',
      button_color: '#d9480f',
      header_payment_description: 'description',
      number_format: 'en_US',
      show_language_switch: false,
      payment_product_order: ['paypal', 'klarna', 'card'],
      logo_url: 'https://cdn.bloom.example/logo.svg',
      css: 'header { background-color: #ffffff } .amount, .shop span { color: #ffffff; font-size: 14px } h1 { color: #00695c }',
    })
    const link = await makeLink(api, {
      amount: 125_050,
      checkout,
      description: 'Tafelstukken',
      payment_products: ['card', 'paypal', 'ideal'],
    })
    await page.setViewportSize(sizes.phone)
    const asked: string[] = []
    await page.route('https://cdn.bloom.example/**', (route) => {
      asked.push(route.request().url())
      const body =
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="#d9480f"/></svg>'
      return route.fulfill({ contentType: 'image/svg+xml', body })
    })
    await page.goto(link.url)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 105, 92)')
    await expect(page.locator('header')).toHaveCSS('background-color', 'rgb(255, 232, 204)')
    await expect(page.locator('.amount')).toHaveCSS('color', 'rgb(95, 55, 0)')
    await expect(page.locator('.amount')).toHaveText('€1,250.50')
    await expect(page.getByText('Bloom Nederland')).toHaveCSS('color', 'rgb(95, 55, 0)')
    await expect(page.getByText('Tafelstukken')).toBeVisible()
    await expect(page.getByText(/Kenmerk/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'English' })).toHaveCount(0)
    expect(
      await page.getByRole('radio').evaluateAll((radios) => radios.map((each) => (each as HTMLInputElement).value)),
    ).toEqual(['paypal', 'card'])
    expect(asked).toEqual(['https://cdn.bloom.example/logo.svg'])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.getByRole('radio', { name: 'Kaart' }).check()
    await expect(page.getByRole('button', { name: '€1,250.50 betalen' })).toHaveCSS(
      'background-color',
      'rgb(217, 72, 15)',
    )
    await typeCard(page, numbers.good)
    await page.getByRole('button', { name: /betalen/ }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Betaald' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '€1,250.50' })).toBeVisible()
  })

  test('lets no picture in but its own, and no sheet but from here', async ({ page, api }) => {
    const { id: checkout } = await makeDesign(api, { background_image_url: 'https://cdn.bloom.example/flowers.jpg' })
    const link = await makeLink(api, { amount: 1_000, checkout })
    const reply = await page.goto(link.url)
    const policy = reply?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("img-src 'self' data: https://cdn.bloom.example;")
    expect(policy).toContain("style-src 'self';")
    expect(policy).not.toMatch(/unsafe|\*/)
    const sheet = await page.request.get(`${link.url}/design.css`)
    expect(sheet.headers()).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const none = await page.request.get(`${(await makeLink(api, { amount: 1_000 })).url}/design.css`)
    expect(none.status()).toBe(404)
  })

  test('is accessible in both languages, whatever the device prefers, and is light as it was designed', async ({
    page,
    api,
  }) => {
    const { id: checkout } = await makeDesign(api, {
      background_color: '#0b3a53',
      header_color: '#ffffff',
      button_color: '#f2b632',
      button_text_color: '#1d2433',
    })
    const link = await makeLink(api, { amount: 2_000, checkout })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(link.url)
      await expect(payButton(page).or(page.getByRole('button', { name: /^Pay/ }))).toBeVisible()
      await chooseCard(page)
      await expect(page.frameLocator('iframe').getByRole('textbox').first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
      await expect(page.locator('section')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      await page.getByRole('button', { name: /^(English|Nederlands)$/ }).click()
    }
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
  })
})
