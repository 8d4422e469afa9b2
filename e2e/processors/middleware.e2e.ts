import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
test('the provider makes a middleware, tries it, and puts it on a shop', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const [shop] = await body<{ id: string }[]>(
    await api.get(`/v1/paymentprofile?merchant=${merchant.id}&name=${encodeURIComponent(merchant.shop)}`),
  )
  if (!shop) throw new Error('the merchant has no shop')
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
    await panel(page).getByRole('button', { name: 'Uitproberen' }).click()
    await expect(panel(page).getByText(/Antwoord: blokkeren · Bekend van fraude/)).toBeVisible()
    await expectNoViolations(page)

    await page.goto(`/psp/merchants/${merchant.id}:/paymentprofiles/${shop.id}?tab=middleware`)
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
