import type { APIRequestContext } from '@playwright/test'
import { newCard } from '../support/cards.ts'
import { columns, panel, row, table, untilListed } from '../support/list.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body, newReference } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

interface Row {
  id: string
  status: string
  merchant_reference: string
}

type Card = Awaited<ReturnType<typeof newCard>>

async function plan(api: APIRequestContext, { id: card, customer, payment_profile }: Card, asked: object = {}) {
  const data = {
    ...{ payment_profile, customer: customer.id, card, amount: 3100 },
    due_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
    merchant_reference: newReference(),
    ...asked,
  }
  return body<Row>(await api.post('/v1/scheduledtransaction', { data }))
}
const read = async (api: APIRequestContext, id: string) => (await api.get(`/v1/scheduledtransaction/${id}`)).json()

test.describe('scheduled payments', () => {
  test.use({ who: 'owner' })

  test('show those to come, and all of them on request', async ({ page }) => {
    await page.goto('/transactions/scheduled')
    await expect(page).toHaveURL(/status\[\]=CREATED$/)
    await untilListed(page)
    await columns(page).first().getByRole('button').click()
    await expect(page).toHaveURL(/_sort=-due_at/)
    await page.getByRole('button', { name: 'Filter Status verwijderen' }).click()
    await untilListed(page)
    await expect(table(page)).toContainText('Voltooid')
    const entry = page.getByRole('navigation', { name: 'Navigatie' }).locator('[aria-current=page]')
    await expect(entry).toHaveText('Geplande transacties')
  })

  test('are planned in a form that knows whose cards there are', async ({ page, api }) => {
    const { customer, name } = await newCard(api)
    const reference = newReference()
    await page.goto('/transactions/scheduled')
    await page.getByRole('button', { name: 'Betaling plannen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Betaling plannen' })
    await dialog.getByRole('button', { name: 'Plannen', exact: true }).click()
    for (const asked of ['Kies een klant', 'Kies eerst de klant', 'Kies een betaalprofiel', 'Vul een bedrag in'])
      await expect(dialog.getByText(asked, { exact: true })).toBeVisible()
    await expect(dialog.getByText('Vul dit in')).toHaveCount(2)
    await expect(dialog.getByRole('combobox', { name: 'Kaart' })).toBeDisabled()
    await dialog.getByRole('combobox', { name: 'Klant' }).fill(customer.name)
    await page.getByRole('option', { name: customer.email_address }).click()
    await dialog.getByRole('combobox', { name: 'Kaart' }).click()
    await page.getByRole('option', { name }).click()
    await dialog.getByRole('combobox', { name: 'Betaalprofiel' }).fill('Bloom Nederland')
    await page.getByRole('option', { name: /Bloom Nederland.*EUR/ }).click()
    await dialog.getByLabel('Bedrag').fill('19,95')
    await dialog.getByLabel('Referentie').fill(reference)
    await dialog.getByLabel('Bij weigering').selectOption('Opnieuw na 1, 3 en 5 dagen')
    await dialog.getByRole('button', { name: 'Gepland op' }).click()
    await page.getByRole('button', { name: 'Volgende maand' }).or(page.locator('[data-direction=next]')).first().click()
    await page.getByRole('button', { name: /^15 / }).first().click()
    await page.getByRole('button', { name: 'Toepassen' }).click()
    await dialog.getByRole('button', { name: 'Plannen', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('De betaling is gepland.')).toBeVisible()
    await page.goto(`/transactions/scheduled?merchant_reference=${reference}`)
    await expect(row(page, reference)).toContainText('€ 19,95')
    await expect(row(page, reference)).toContainText('Aangemaakt')
  })

  test('are taken at once on request, and lead to their transaction', async ({ page, api }) => {
    const { id, merchant_reference } = await plan(api, await newCard(api))
    await page.goto(`/transactions/scheduled/${id}`)
    await panel(page).getByRole('button', { name: 'Nu uitvoeren' }).click()
    const dialog = page.getByRole('dialog', { name: `${merchant_reference} nu uitvoeren?` })
    await dialog.getByRole('button', { name: /€\s31,00 incasseren/ }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(/€\s31,00 is geïncasseerd\./)).toBeVisible()
    await expect(panel(page)).toContainText('Voltooid')
    await tab(page, 'Pogingen').click()
    await expect(tabContent(page)).toContainText('Betaald')
    await expect(tabContent(page)).toContainText('Lotte Bloem')
    await tabContent(page).getByRole('link', { name: 'Openen' }).click()
    await expect(panel(page)).toContainText(merchant_reference)
    await expect(panel(page)).toContainText('Vervolgbetaling')
  })

  test('are taken by the engine on their day, without anybody', async ({ api }) => {
    const { id } = await plan(api, await newCard(api), { due_at: new Date(Date.now() + 1_500).toISOString() })
    await expect.poll(async () => (await read(api, id)).status, { timeout: 30_000 }).toBe('DONE')
    const tries = await (await api.get(`/v1/scheduledtransaction/${id}/attempts`)).json()
    expect(tries).toMatchObject([{ status: 'PAID', started_by: null }])
  })

  test('are changed until they are due, and cancelled, which is not undone', async ({ page, api }) => {
    const card = await newCard(api)
    const { id, merchant_reference } = await plan(api, card)
    await page.goto(`/transactions/scheduled/${id}`)
    await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
    const dialog = page.getByRole('dialog', { name: `${merchant_reference} wijzigen` })
    await expect(dialog.getByRole('combobox', { name: 'Kaart' })).toHaveValue(new RegExp(card.name))
    await dialog.getByLabel('Bedrag').fill('12,34')
    await dialog.getByRole('button', { name: 'Opslaan' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page)).toContainText(/€\s12,34/)

    await panel(page).getByRole('button', { name: 'Annuleren' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Geplande betaling annuleren' }).click()
    await expect(panel(page)).toContainText('Mislukt')
    await expect(panel(page)).toContainText('Geannuleerd')
    for (const name of ['Nu uitvoeren', 'Wijzigen', 'Opnieuw proberen'])
      await expect(panel(page).getByRole('button', { name })).toHaveCount(0)
  })

  test('say why they failed, and can be tried again', async ({ page, api }) => {
    // The sandbox declines this amount with insufficient funds.
    const card = await newCard(api)
    const due_at = new Date(Date.now() + 1_500).toISOString()
    const { id } = await plan(api, card, { amount: 66_601, due_at })
    await expect.poll(async () => (await read(api, id)).status, { timeout: 30_000 }).toBe('FAILED')
    await page.goto(`/transactions/scheduled/${id}`)
    await expect(panel(page)).toContainText('Onvoldoende saldo')
    await panel(page).getByRole('button', { name: 'Opnieuw proberen' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /incasseren/ })
      .click()
    await expect(page.getByText(/is mislukt: Onvoldoende saldo\./)).toBeVisible()
    await tab(page, 'Pogingen').click()
    await expect(tabContent(page).getByRole('row')).toHaveCount(3)
  })
})
