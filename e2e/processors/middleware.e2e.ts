import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, untilListed } from '../support/list.ts'
import { type NewMerchant, newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function shopOf(api: APIRequestContext, { id, shop }: NewMerchant): Promise<string> {
  const named = `/v1/paymentprofile?merchant=${id}&name=${encodeURIComponent(shop)}`
  const [found] = await body<{ id: string }[]>(await api.get(named))
  if (!found) throw new Error('the merchant has no shop')
  return found.id
}

test('the provider makes a middleware, tries it, and puts it on a shop', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const shop = await shopOf(api, merchant)
  const service = createServer((_request, reply) => reply.end('{"decision":"block","reason":"Bekend van fraude"}'))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  try {
    await page.goto(`/psp/merchants/${merchant.id}:/middlewares`)
    await expect(title(page)).toHaveText('Middleware')
    await page.getByRole('button', { name: 'Middleware toevoegen' }).click()
    const form = dialog(page, 'Middleware toevoegen')
    await form.getByRole('textbox', { name: 'Naam' }).fill('Fraudescore')
    await form.getByRole('textbox', { name: 'Adres' }).fill(`http://127.0.0.1:${port}/`)
    await expectNoViolations(page)
    await form.getByRole('button', { name: 'Middleware toevoegen' }).click()
    const secret = dialog(page, 'Geheim van de middleware')
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    await secret.getByRole('button', { name: 'Ik heb het bewaard' }).click()
    await untilListed(page)
    await page.getByRole('link', { name: 'Fraudescore' }).first().click()
    await tab(page, 'Verbinding').click()
    await panel(page).getByRole('button', { name: 'Testen' }).click()
    await expect(panel(page).getByText(/Antwoord: blokkeren · Bekend van fraude/)).toBeVisible()
    await expectNoViolations(page)
    await panel(page).getByRole('button', { name: 'Geheim vervangen' }).click()
    const asked = dialog(page, 'Geheim van Fraudescore vervangen?')
    await expectNoViolations(page)
    await asked.getByRole('button', { name: 'Geheim vervangen' }).click()
    await expect(secret.getByText(/^whsec_/)).toBeVisible()
    await expectNoViolations(page)
    await secret.getByRole('button', { name: 'Ik heb het bewaard' }).click()
    await expect(tabContent(page)).toContainText('Vorig geheim geldt tot')
    await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
    const change = dialog(page, 'Fraudescore wijzigen')
    await change.getByRole('combobox', { name: 'Zonder antwoord' }).selectOption({ label: 'Betaling wordt geweigerd' })
    await expectNoViolations(page)
    await change.getByRole('button', { name: 'Opslaan' }).click()
    await expect(change).toBeHidden()
    await tab(page, 'Gegevens').click()
    await expect(tabContent(page)).toContainText('Betaling wordt geweigerd')
    await expectNoViolations(page)
    for (const verb of ['Deactiveren', 'Activeren']) {
      await panel(page).getByRole('button', { name: verb, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await expect(panel(page).getByRole('button', { name: 'Deactiveren' })).toBeVisible()

    await page.goto(`/psp/merchants/${merchant.id}:/paymentprofiles/${shop}?tab=middleware`)
    await expect(tabContent(page).getByText('Geen middleware voor dit betaalprofiel.')).toBeVisible()
    await page.getByRole('combobox', { name: 'Middleware toevoegen' }).click()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Fraudescore' }).click()
    await expect(tabContent(page).getByText('Fraudescore is toegevoegd')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Middleware' }).getByRole('listitem')).toHaveCount(1)
    await expectNoViolations(page)
    await expect(tabContent(page).getByText('Fraudescore is toegevoegd')).toBeHidden()

    await page.getByRole('button', { name: 'Volgorde wijzigen of weghalen' }).click()
    const edit = page.getByRole('dialog')
    await edit.getByRole('button', { name: 'Fraudescore uit de lijst halen' }).click()
    await edit.getByRole('button', { name: 'Opslaan' }).click()
    await expect(tabContent(page).getByText('Geen middleware voor dit betaalprofiel.')).toBeVisible()
  } finally {
    service.close()
  }
})

test('a middleware that is told outcomes gets a copy of a payment, which is on its timeline', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const shop = await shopOf(api, merchant)
  let told = ''
  const service = createServer(async (request, reply) => {
    for await (const part of request) told += part
    reply.end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  try {
    await page.goto(`/psp/merchants/${merchant.id}:/middlewares`)
    await page.getByRole('button', { name: 'Middleware toevoegen' }).click()
    const form = dialog(page, 'Middleware toevoegen')
    await form.getByRole('textbox', { name: 'Naam' }).fill('Boekhouding')
    await form.getByRole('combobox', { name: 'Wanneer' }).selectOption({ label: 'Na de uitkomst (kopie)' })
    // One that is told outcomes is not waited for, and refuses nothing.
    await expect(form.getByRole('combobox', { name: 'Zonder antwoord' })).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Adres' }).fill(`http://127.0.0.1:${port}/`)
    await expectNoViolations(page)
    await form.getByRole('button', { name: 'Middleware toevoegen' }).click()
    await dialog(page, 'Geheim van de middleware').getByRole('button', { name: 'Ik heb het bewaard' }).click()
    await page.goto(`/psp/merchants/${merchant.id}:/paymentprofiles/${shop}?tab=middleware`)
    await page.getByRole('combobox', { name: 'Middleware toevoegen' }).click()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Boekhouding' }).click()
    await expect(page.getByRole('list', { name: 'Middleware' }).getByRole('listitem')).toHaveCount(1)

    const paid = await pay(api, { shop: merchant.shop, amount: 4_000 })
    await expect.poll(() => told, { timeout: 30_000 }).toContain(paid.id)
    await page.goto(`/psp/merchants/${merchant.id}:/transactions/${paid.id}`)
    await tab(page, 'Gebeurtenissen').click()
    const copy = tabContent(page).getByRole('listitem').filter({ hasText: 'Kopie van de uitkomst verstuurd' }).first()
    await expect(copy).toContainText('Boekhouding')
    await expectNoViolations(page)
  } finally {
    service.close()
  }
})
