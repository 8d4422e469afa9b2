import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { panel } from '../support/list.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'provider' })

/** A scheme with a draft of one line for everything. */
async function draftOf(api: APIRequestContext, type: 'cost' | 'revenue'): Promise<{ id: string; name: string }> {
  const name = `Tarief ${randomUUID().slice(0, 8)}`
  const send = (path: string, data: object) =>
    api.post(`/v1/psp/${type}scheme${path}`, { data, headers: { 'idempotency-key': randomUUID() } })
  const { id } = await body<{ id: string }>(await send('', { name, currency_code: 'EUR' }))
  const { versions } = await (await api.get(`/v1/psp/${type}scheme/${id}/version`)).json()
  const lines = [{ event: 'capture', fixed: 25, ppm: 29_000 }]
  await body(await send(`/${id}/version/${versions[0].id}`, { revision: 1, lines }))
  return { id, name }
}

test('a line of costs is written for one gateway, and a payment there is tried by it', async ({ page, api }) => {
  const { id, name } = await draftOf(api, 'cost')
  await page.goto(`/psp/pricing/cost/${id}`)
  await panel(page).getByRole('button', { name: 'Regels schrijven' }).click()
  const editor = page.getByRole('dialog', { name: `Versie 1 van ${name}` })
  await editor.getByRole('button', { name: 'Regel toevoegen' }).click()
  const second = editor.getByRole('group', { name: 'Regel 2' })
  await second.getByRole('combobox', { name: 'Voorwaarde toevoegen' }).selectOption('gateway:adyen')
  await second.getByRole('textbox', { name: 'Vast', exact: true }).fill('0,12')
  await expect(editor.getByRole('complementary', { name: 'Controle' })).toContainText('2 regels, geen overlap')
  await expect(second.getByRole('button', { name: 'Adyen weghalen' })).toBeVisible()
  await expect(editor.getByText('De regel die de gateway noemt gaat voor')).toBeVisible()
  await expectNoViolations(page)
  await editor.getByRole('button', { name: 'Opslaan' }).click()
  await expect(editor).toBeHidden()
  // The try begins anew with the prices that were saved.
  await expect(panel(page).getByRole('region', { name: 'Regels' })).toContainText('€ 0,12')
  await panel(page).getByRole('combobox', { name: 'Gateway' }).selectOption('adyen')
  await panel(page).getByRole('button', { name: 'Wat kost dit?' }).click()
  await expect(panel(page)).toContainText('€ 0,12 door regel 2: Adyen')
})

test('a line has a text that merchants read, in both languages', async ({ page, api }) => {
  const { id, name } = await draftOf(api, 'revenue')
  await page.goto(`/psp/pricing/revenue/${id}`)
  await panel(page).getByRole('button', { name: 'Regels schrijven' }).click()
  const editor = page.getByRole('dialog', { name: `Versie 1 van ${name}` })
  const check = editor.getByRole('complementary', { name: 'Controle' })
  await editor.getByRole('textbox', { name: 'Wat winkeliers lezen (Nederlands)' }).fill('Alle betalingen')
  await expect(check).toContainText('Regel 1 heeft een tekst in één taal.')
  await editor.getByRole('textbox', { name: 'Wat winkeliers lezen (Engels)' }).fill('All payments')
  await expect(check).toContainText('1 regel, geen overlap')
  await expectNoViolations(page)
  await editor.getByRole('button', { name: 'Opslaan' }).click()
  await expect(editor).toBeHidden()
  await expect(panel(page)).toContainText('“Alle betalingen”')
})

test('what was charged stands beside what was expected, and while a version is under way there is no other', async ({
  page,
  api,
}) => {
  const { id } = await draftOf(api, 'cost')
  await page.goto(`/psp/pricing/cost/${id}`)
  await tab(page, 'Gerekend').click()
  await expect(tabContent(page)).toContainText('Houdt de prijs: het zijn er minder dan 20.')
  await expect(tabContent(page).getByRole('columnheader', { name: 'Toen verwacht' })).toBeVisible()
  // The head of the panel has a menu of this name as well.
  await tabContent(page).getByRole('button', { name: 'Nu niet mogelijk' }).click()
  await expect(page.getByRole('menuitem', { name: /^Nieuwe versie van wat is gerekend/ })).toContainText(
    'Er is al een versie in voorbereiding.',
  )
  await expectNoViolations(page)
})
