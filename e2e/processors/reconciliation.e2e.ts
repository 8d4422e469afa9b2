import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { panel } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newProcessorSettlement } from '../support/making/new-processor-settlement.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const columns =
  'Batch,Booked at,Type,Reference,Operation,Payment,Currency,Gross,Interchange,Scheme fees,Markup,Commission,Net'
const line = (reference: string, gross: number) =>
  `9,2026-11-20T10:00:00.000Z,Payment,${reference},op-${reference},pay-${reference},EUR,${gross},20,8,30,10,${gross - 68}`

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
/** A file of a processor with two payments that are not ours. */
async function twoDifferences(api: APIRequestContext, id: string): Promise<void> {
  const path = `/v1/processorsettlement/${id}`
  const data = Buffer.from([columns, line('order-a', 4_000), line('order-b', 9_000)].join('\n'))
  const headers = { 'content-type': 'text/csv', 'x-file-name': 'november.csv' }
  await body(await api.post(`${path}/file`, { data, headers }))
  await expect
    .poll(async () => (await body<{ count: number }>(await api.get(`${path}/difference`))).count, { timeout: 30_000 })
    .toBe(2)
}

test('what differs from a file of a processor is decided, and the file is closed', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const id = await newProcessorSettlement(merchant.id, 'Kaarten')
  await page.goto(`/psp/merchants/${merchant.id}:/processor-settlements/${id}?tab=differences`)
  await expect(tabContent(page)).toContainText('Alles klopt met de processor')

  await twoDifferences(api, id)
  await page.reload()
  await expect(tabContent(page)).toContainText('Op de tussenrekening (21): € 128,64')
  await expectNoViolations(page)

  const rowOf = (reference: string) => tabContent(page).getByRole('row').filter({ hasText: reference })
  for (const size of ['phone', 'tablet', 'desk'] as const) {
    await page.setViewportSize(sizes[size])
    const decide = rowOf('order-a').getByRole('button', { name: 'Beslissen' })
    await decide.scrollIntoViewIfNeeded()
    await tabContent(page)
      .getByRole('region', { name: 'Verschillen' })
      .evaluate((box) => box.scrollTo(0, 0))
    await expect(decide).toBeInViewport({ ratio: 1 })
  }
  await rowOf('order-a').getByRole('button', { name: 'Beslissen' }).click()
  const form = dialog(page, 'Wat gebeurt er met dit verschil?')
  await form.getByRole('combobox', { name: 'Uitkomst' }).selectOption({ label: 'Claimen bij de processor' })
  await form.getByRole('textbox', { name: 'Reden' }).fill('Niet van ons')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Beslissen' }).click()
  await expect(form).toBeHidden()
  await expect(rowOf('order-a')).toBeHidden()

  await rowOf('order-b').getByRole('button', { name: 'Beslissen' }).click()
  await form.getByRole('combobox', { name: 'Uitkomst' }).selectOption({ label: 'Afboeken' })
  await expect(form).toContainText(/Je boekt €\s[\d,]+ als winst\..*iemand anders moet het goedkeuren/)
  await form.getByRole('textbox', { name: 'Reden' }).fill('Niemand weet het')
  await form.getByRole('button', { name: 'Beslissen' }).click()
  await expect(rowOf('order-b')).toContainText('Wacht op iemand anders')
  await rowOf('order-b').getByRole('button', { name: 'Beslissen' }).click()
  await form.getByRole('combobox', { name: 'Uitkomst' }).selectOption({ label: 'Het is rechtgezet' })
  await form.getByRole('textbox', { name: 'Reden' }).fill('Het stond dubbel')
  await form.getByRole('button', { name: 'Beslissen' }).click()
  await expect(tabContent(page)).toContainText('Alles klopt met de processor')
  await tabContent(page).getByRole('checkbox', { name: 'Ook wat al besloten is' }).check()
  await expect(rowOf('order-a')).toContainText('Geclaimd')
  await expect(rowOf('order-b')).toContainText('Rechtgezet')

  await tab(page, 'Bestanden').click()
  await expect(tabContent(page)).toContainText('Klopt')
  await panel(page).getByRole('button', { name: 'Bestand sluiten: november.csv' }).click()
  const closing = dialog(page, 'november.csv sluiten')
  await closing.getByRole('textbox', { name: 'Kenmerk van de bank' }).fill('B-2041')
  await closing.getByRole('textbox', { name: 'Ontvangen in EUR' }).fill('128,63')
  await closing.getByRole('button', { name: 'Bestand sluiten' }).click()
  await expect(closing).toContainText('Dit is niet het nettobedrag van het bestand')
  await closing.getByRole('textbox', { name: 'Ontvangen in EUR' }).fill('128,64')
  await closing.getByRole('button', { name: 'Bestand sluiten' }).click()
  await expect(tabContent(page)).toContainText('Gesloten')
  await expect(tabContent(page)).toContainText('B-2041')
})

test('what a processor charged for payments stands beside what was expected', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const id = await newProcessorSettlement(merchant.id, 'Kaarten')
  await page.goto(`/psp/merchants/${merchant.id}:/processor-settlements/${id}`)
  await tab(page, 'Kosten').click()
  await expect(page).toHaveURL(/tab=costs/)
  await expect(tabContent(page)).toContainText('Nog geen kosten om te vergelijken')
  const paid = await pay(api, { shop: merchant.shop, amount: 4_000 })
  const path = `/v1/processorsettlement/${id}`
  const data = Buffer.from([columns, line(paid.id, 4_000)].join('\n'))
  await body(
    await api.post(`${path}/file`, { data, headers: { 'content-type': 'text/csv', 'x-file-name': 'november.csv' } }),
  )
  await expect
    .poll(async () => (await body<unknown[]>(await api.get(`${path}/cost`))).length, { timeout: 60_000 })
    .toBe(1)
  await page.reload()
  const table = tabContent(page).getByRole('region', { name: 'Kosten' })
  const row = table.getByRole('row').last()
  for (const size of ['phone', 'tablet', 'desk'] as const) {
    await page.setViewportSize(sizes[size])
    await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  }
  await expect(row).toContainText('€ 0,68')
  await expect(row).toContainText('1 van 1 wijkt af')
  await expectNoViolations(page)
})

test('how long differences have been open is whole on a phone, where each age still opens its differences', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  await twoDifferences(api, await newProcessorSettlement(merchant.id, 'Kaarten'))
  await page.setViewportSize(sizes.phone)
  await page.goto(`/psp/merchants/${merchant.id}:/processor-settlements`)
  const table = page.getByRole('region', { name: 'Hoelang verschillen al openstaan' }).last()
  await expect(table.getByRole('link').first()).toBeVisible()
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await table.getByRole('link', { name: /dagen/ }).first().click()
  await expect(page).toHaveURL(/tab=differences&currency=[A-Z]{3}&age=/)
})
