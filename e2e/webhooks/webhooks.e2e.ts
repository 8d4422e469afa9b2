import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { panel, row, rows, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { merchantCalled, newReference, pay } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

// A public address that nobody owns (RFC 2606, RFC 6890): sending to it fails, and the failure is recorded.
const address = (name: string) => `https://${name.toLowerCase()}.shop.example/hook`
const dialog = (page: Page) => page.getByRole('dialog')

/** A webhook about a payment of this test only, to an address of its own. */
async function newWebhook(api: APIRequestContext) {
  const { id: item_id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 1_250 })
  const url = address(newReference())
  const data = { url, type: 'transaction', item_id, status: 'DECLINED' }
  const merchant = await merchantCalled(api, 'Bloom')
  const { id } = await (await api.post(`/v1/webhook?merchant=${merchant}`, { data })).json()
  return { id: String(id), url, item_id, merchant_reference, merchant }
}

test.describe('webhooks', () => {
  test.use({ who: 'owner' })

  test('are sent by hand about a payment, and what became of them is shown', async ({ page, api }) => {
    const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 1_250 })
    const url = address(newReference())
    await page.goto('/webhook-testing')
    await page.getByRole('button', { name: 'Webhook versturen' }).click()
    await dialog(page).getByLabel('Adres').fill(url)
    await dialog(page).getByLabel('Type').selectOption('Transactie')
    await dialog(page).getByRole('combobox', { name: 'Item' }).fill(merchant_reference)
    await page.getByRole('option', { name: merchant_reference }).click()
    await dialog(page).getByLabel('Gemelde status').selectOption('Geweigerd (DECLINED)')
    await dialog(page).getByRole('button', { name: 'Versturen' }).click()

    await expect(panel(page)).toContainText('Handmatig verstuurd')
    // The panel follows the delivery without a reload.
    await expect(panel(page).getByText('Niet afgeleverd').first()).toBeVisible()
    await expect(panel(page).getByRole('link', { name: id })).toBeVisible()
    await tab(page, 'Inhoud').click()
    await expect(tabContent(page)).toContainText('"test": true')
    await expect(tabContent(page)).toContainText(`"merchant_reference": "${merchant_reference}"`)
    await tab(page, 'Pogingen').click()
    await expect(tabContent(page)).toContainText('Poging 1')
    await expect(tabContent(page)).toContainText(/Onbekend adres|Geen antwoord|Adres niet toegestaan/)
    await expect(tabContent(page).getByText('Antwoord', { exact: true })).toHaveCount(0)
    await tab(page, 'Gegevens').click()
    await panel(page).getByRole('link', { name: id }).click()
    await expect(page).toHaveURL(new RegExp(`/transactions/${id}`))
  })

  test('are sent once more, with the id that they had', async ({ page, api }) => {
    const { id } = await newWebhook(api)
    await page.goto(`/webhooks/${id}?tab=attempts`)
    await expect(tabContent(page)).toContainText('Poging 1')
    await panel(page).getByRole('button', { name: 'Opnieuw versturen' }).click()
    await dialog(page).last().getByRole('button', { name: 'Opnieuw versturen' }).click()
    await expect(tabContent(page)).toContainText('Poging 2')
    await expect(panel(page).getByText('Niet afgeleverd').first()).toBeVisible()
  })

  test('are copied into a new one without an id, from either list', async ({ page, api }) => {
    const { id, url, item_id, merchant_reference } = await newWebhook(api)
    await page.goto(`/webhooks?item_id=${item_id}&type=transaction&manual=true`)
    await untilListed(page)
    await row(page, url.slice(0, 24))
      .getByRole('link', { name: `Kopie van …${id.slice(-8)} versturen` })
      .click()
    await expect(page).toHaveURL(new RegExp(`/webhook-testing\\?clone=${id}`))
    await expect(dialog(page).getByLabel('Adres')).toHaveValue(url)
    await expect(dialog(page).getByRole('combobox', { name: 'Item' })).toHaveValue(new RegExp(merchant_reference))
    await expect(dialog(page).getByLabel('Gemelde status')).toHaveValue('DECLINED')
    await dialog(page).getByLabel('Gemelde status').selectOption('Mislukt (FAILED)')
    await dialog(page).getByRole('button', { name: 'Versturen' }).click()
    await expect(page).not.toHaveURL(/clone/)
    await expect(page).not.toHaveURL(new RegExp(id))
    await expect(panel(page)).toContainText('Mislukt')
    await page.goto(`/webhook-testing?item_id=${item_id}`)
    await expect(rows(page)).toHaveCount(2)
  })

  test('that a link names and nobody knows are said to be missing, and leave the address', async ({ page }) => {
    await page.goto('/webhook-testing?clone=01900000-0000-7000-8000-000000000001')
    await expect(page.getByText('Dit is niet gevonden')).toBeVisible()
    await expect(page).not.toHaveURL(/clone/)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('are narrowed by type, delivery and address, and the list holds them all while testing shows those by hand', async ({
    page,
    api,
  }) => {
    const { url, item_id } = await newWebhook(api)
    await page.goto(`/webhooks?item_id=${item_id}&type=refund`)
    await expect(page.getByText('Niets gevonden')).toBeVisible()
    await page.goto(`/webhooks?_search_by=url&_search=${encodeURIComponent(url)}`)
    await untilListed(page)
    await expect(rows(page)).toHaveCount(1)
    await page.goto('/webhook-testing')
    await untilListed(page)
    await expect(page.getByRole('columnheader', { name: 'Kopie' })).toBeVisible()
  })

  test('have a list, a panel and a form in which axe finds nothing, in light and dark', async ({ page, api }) => {
    test.setTimeout(120_000)
    const { id } = await newWebhook(api)
    await page.goto(`/webhook-testing/${id}?tab=attempts`)
    await expect(tabContent(page)).toContainText('Poging 1')
    await expectNoViolations(page)
    await page.goto(`/webhook-testing?clone=${id}`)
    await expect(dialog(page).getByLabel('Adres')).toBeVisible()
    await expectNoViolations(page)
  })
})

test.describe('the addresses of a shop', () => {
  test('are changed on the API settings, and a change of status is told there', async ({ page, api }) => {
    const { shop, owner } = await newMerchant(api)
    const url = address(newReference())
    await enter(page, owner)
    await page.goto('/apiSettings')
    const section = page.getByRole('region', { name: 'Meldingsadressen' })
    await section.getByRole('button', { name: `Adressen van ${shop} wijzigen` }).click()
    await dialog(page).getByLabel('Webhook voor transacties').fill('ftp://nowhere')
    await dialog(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect(dialog(page)).toContainText('Vul een webadres in')
    await dialog(page).getByLabel('Webhook voor transacties').fill(url)
    await dialog(page).getByLabel('E-mail als een webhook niet werkt').fill('it@harbour.example')
    await dialog(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect(section).toContainText(url)

    const paid = await pay(api, { shop, amount: 2_000 })
    await page.goto(`/webhooks?item_id=${paid.id}`)
    await expect(row(page, 'Geautoriseerd')).toBeVisible()
  })
})

test.describe('for a cashier', () => {
  test.use({ who: 'cashier' })

  test('the addresses are to be read, and webhooks not to be seen', async ({ page, request }) => {
    await page.goto('/apiSettings')
    const section = page.getByRole('region', { name: 'Meldingsadressen' })
    await expect(section.getByText('Bloom Nederland')).toBeVisible()
    await expect(section.getByRole('button')).toHaveCount(0)
    await page.goto('/webhooks')
    await expect(page).not.toHaveURL(/webhooks/)
    expect((await request.get('/v1/webhook')).status()).toBe(403)
    expect((await request.post('/v1/webhook', { data: {} })).status()).toBe(403)
  })
})

test.describe('for the provider', () => {
  test.use({ who: 'provider' })

  test('webhooks of all merchants are listed without a copy, which the view of a merchant has', async ({
    page,
    api,
  }) => {
    const { id, item_id, merchant } = await newWebhook(api)
    await page.goto(`/psp/webhooks?item_id=${item_id}&manual=true`)
    await untilListed(page)
    await expect(page.getByRole('columnheader', { name: 'Organisatie' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Kopie' })).toHaveCount(0)
    await page.goto(`/psp/webhooks/${id}?tab=attempts`)
    // The answer that came back, or the reason why none came.
    await expect(tabContent(page).getByText('Antwoord', { exact: true })).toBeVisible()
    await page.goto(`/psp/merchants/${merchant}:/webhooks?item_id=${item_id}&manual=true`)
    await untilListed(page)
    await expect(page.getByRole('columnheader', { name: 'Kopie' })).toBeVisible()
  })
})
