import { found } from '../support/axe.ts'
import { panel, row, rows, table, untilListed } from '../support/list.ts'
import { newReference, pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'owner' })

const box = (page: Page, at: number) => rows(page).nth(at).getByRole('checkbox')
const bar = (page: Page) => page.getByRole('region', { name: 'Acties op de selectie' })
const outcomes = (page: Page) => page.getByRole('list', { name: 'Resultaat per rij' }).getByRole('listitem')

async function tagSelected(page: Page, action: 'toevoegen' | 'verwijderen', count: number): Promise<void> {
  await bar(page)
    .getByRole('button', { name: `Label ${action}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Label ${action}` })
  await dialog.getByRole('radio', { name: 'groothandel' }).check()
  await dialog.getByRole('button', { name: `Toepassen op ${count} rijen` }).click()
}

test.describe('several payments at once', () => {
  test('get a tag, and lose it again, each with its own outcome', async ({ page, api }) => {
    const reference = newReference()
    for (let at = 0; at < 3; at += 1)
      await pay(api, { shop: 'Bloom Nederland', amount: 400 + at, reference: `${reference}-${at}` })
    await page.goto(`/transactions?_search=${reference}`)
    await expect(rows(page)).toHaveCount(3)
    const height = async () => (await table(page).locator('..').boundingBox())?.height
    const before = await height()
    await box(page, 0).check()
    await box(page, 2).click({ modifiers: ['Shift'] })
    await expect(bar(page)).toContainText('3 geselecteerd')
    await expect(bar(page)).toContainText('€ 12,03')
    expect(await height()).toBe(before)
    await expect(panel(page)).toHaveCount(0)
    await tagSelected(page, 'toevoegen', 3)
    await expect(outcomes(page)).toContainText(['Gereed', 'Gereed', 'Gereed'])
    expect(await found(page)).toEqual([])
    await page.getByRole('button', { name: 'Sluiten' }).last().click()
    // The rows are still selected.
    await expect(bar(page)).toContainText('3 geselecteerd')
    await page.goto(`/transactionsTagged?_search=${reference}`)
    await expect(rows(page)).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Alle rijen van deze pagina kiezen' }).check()
    await tagSelected(page, 'verwijderen', 3)
    await expect(outcomes(page)).toContainText(['Gereed', 'Gereed', 'Gereed'])
    await page.getByRole('button', { name: 'Sluiten' }).last().click()
    await expect(page.getByText('Niets gevonden')).toBeVisible()
  })

  test('of which one is refused say so of that one alone, and it can be tried again', async ({ page, api }) => {
    const reference = newReference()
    const made = [
      await pay(api, { shop: 'Bloom Nederland', amount: 500, reference: `${reference}-a` }),
      await pay(api, { shop: 'Bloom Nederland', amount: 501, reference: `${reference}-b` }),
    ]
    const refused = `**/v1/transaction/${made[0]?.id}/tag*`
    await page.route(refused, (route) => route.fulfill({ status: 409, json: { code: 'operation_in_progress' } }))
    await page.goto(`/transactions?_search=${reference}`)
    await untilListed(page)
    await page.getByRole('checkbox', { name: 'Alle rijen van deze pagina kiezen' }).check()
    await tagSelected(page, 'toevoegen', 2)
    const dialog = page.getByRole('dialog', { name: 'Label toevoegen' })
    await expect(dialog.getByRole('status')).toContainText('1 van 2 gereed, 1 niet gelukt')
    await page.unroute(refused)
    await dialog.getByRole('button', { name: '1 rij opnieuw proberen' }).click()
    await expect(dialog.getByRole('status')).toContainText('2 van 2 gereed')
  })

  test('are forgotten with another page or order, so that what is chosen is always seen', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    await box(page, 0).check()
    await expect(bar(page)).toContainText('1 geselecteerd')
    await page.getByRole('button', { name: 'Volgende pagina' }).click()
    await expect(bar(page)).toHaveCount(0)
  })
})

test.describe('one payment', () => {
  test('gets a tag in its panel, and loses it there', async ({ page, api }) => {
    const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 600 })
    await page.goto(`/transactions/${id}?_search=${merchant_reference}`)
    await panel(page).getByRole('button', { name: 'Label toevoegen' }).click()
    await page.getByRole('dialog', { name: 'Label toevoegen' }).getByRole('radio', { name: 'cadeau' }).click()
    await expect(panel(page).getByText('cadeau')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Label cadeau verwijderen' }).click()
    await expect(panel(page).getByText('cadeau')).toHaveCount(0)
    await expect(row(page, merchant_reference)).toBeVisible()
  })
})

test.describe('who may only look', () => {
  test.use({ who: 'support' })
  test('chooses nothing', async ({ page }) => {
    await page.goto('/psp/transactions')
    await untilListed(page)
    await expect(rows(page).getByRole('checkbox')).toHaveCount(0)
  })
})
