import { createClient } from '@kontor/client'
import type { APIRequestContext } from '@playwright/test'
import { panel, row, rows, untilListed } from '../support/list.ts'
import { tab, tabContent } from '../support/panel.ts'
import { merchantCalled, newReference, pay, shopCalled } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const action = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })

async function newTerminal(api: APIRequestContext): Promise<{ id: string; name: string; payment_profile: string }> {
  const { id: payment_profile, merchant } = await shopCalled(api, 'Bloom Nederland')
  const name = newReference()
  const data = { payment_profile, name, terminal_id: name, model: 'V400c', serial_number: name }
  return (await api.post(`/v1/terminal?merchant=${merchant}`, { data })).json()
}

test.describe('terminals', () => {
  test.use({ who: 'owner' })

  test('are flagged while nothing is heard of them, until they take a payment', async ({ page, api }) => {
    const { id, name } = await newTerminal(api)
    await page.goto('/terminals')
    await expect(row(page, name)).toContainText('Nooit gezien')
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 1250, terminal: id })
    await page.goto(`/terminals/${id}`)
    await expect(panel(page)).toContainText('Verbonden')
    await tab(page, 'Transacties').click()
    await expect(tabContent(page)).toContainText(paid.merchant_reference)
    await tabContent(page).getByRole('link', { name: 'Alle transacties van deze terminal' }).click()
    await untilListed(page)
    await expect(rows(page)).toHaveCount(1)
    await page.goto('/terminals?connection[]=SILENT')
    await untilListed(page)
    await expect(rows(page).first()).toContainText('Geen contact')
  })

  test('are renamed and switched off, on record', async ({ page, api }) => {
    const { id } = await newTerminal(api)
    const name = newReference()
    await page.goto(`/terminals/${id}`)
    await action(page, 'Wijzigen').click()
    await dialog(page).getByLabel('Naam').fill(name)
    await dialog(page).getByRole('button', { name: 'Opslaan' }).click()
    await expect(row(page, name)).toBeVisible()
    await action(page, 'Deactiveren').click()
    await dialog(page).getByRole('button', { name: 'Deactiveren' }).click()
    await expect(row(page, name)).toContainText('Niet actief')
    await tab(page, 'Gebeurtenissen').click()
    for (const said of ['Terminal toegevoegd', 'Naam gewijzigd', 'Gedeactiveerd', 'Lotte Bloem'])
      await expect(tabContent(page)).toContainText(said)
  })

  test('show why a payment at a till did not come about', async ({ page, api }) => {
    const { id, payment_profile } = await newTerminal(api)
    await api.post(`/v1/terminal/${id}/deactivate`, { data: {} })
    const sold = { amount: 1250, payment_product: 'card', card_token: 'test_visa', merchant_reference: newReference() }
    await api.post('/v1/transaction', { data: { ...sold, payment_profile, terminal: id } })
    await page.goto(`/terminals/${id}`)
    await tab(page, 'Verzoeken').click()
    for (const said of ['Geweigerd (409)', 'Deze terminal is niet actief', sold.merchant_reference])
      await expect(tabContent(page)).toContainText(said)
  })
})

test.describe('the API settings', () => {
  test.use({ who: 'owner' })

  test('make a key, show its secret once, and revoke it', async ({ page, baseURL }) => {
    const name = newReference()
    await page.goto('/apiSettings')
    await page.getByRole('button', { name: 'Sleutel maken' }).click()
    await dialog(page).getByLabel('Naam').fill(name)
    await dialog(page).getByRole('button', { name: 'Sleutel maken' }).click()
    const secret =
      (await dialog(page)
        .getByText(/^kontor_/)
        .textContent()) ?? ''
    expect(secret).toMatch(/^kontor_/)
    await dialog(page).getByRole('button', { name: 'Ik heb de sleutel bewaard' }).click()
    const key = page.getByRole('row').filter({ hasText: name })
    await expect(key).toContainText('Actief')
    const program = createClient({ key: secret, url: baseURL ?? '' })
    expect((await program.transactions.count()).count).toBeGreaterThan(0)
    await key.getByRole('button', { name: `${name} intrekken` }).click()
    await dialog(page).getByLabel(`Typ ${name} om te bevestigen`).fill(name)
    await dialog(page).getByRole('button', { name: 'Sleutel intrekken' }).click()
    await expect(key).toContainText('Ingetrokken')
    await expect(program.transactions.count()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
    await page.reload()
    await expect(key).toBeVisible()
    await expect(page.getByText(secret)).toHaveCount(0)
  })
})

test.describe('for a cashier', () => {
  test.use({ who: 'cashier' })

  test('the API settings are to be read only', async ({ page, api }) => {
    await page.goto('/apiSettings')
    await expect(page.getByText(await merchantCalled(api, 'Bloom'), { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sleutel maken' })).toHaveCount(0)
  })
})

test.describe('for the provider', () => {
  test.use({ who: 'provider' })

  test('the API settings are those of a merchant, who is to be chosen first', async ({ page }) => {
    await page.goto('/apiSettings')
    await expect(page.getByText('Kies eerst een winkelier')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
