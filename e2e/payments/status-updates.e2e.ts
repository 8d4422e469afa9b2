import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { pay } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.describe('a status that is changed by hand', () => {
  test.use({ who: 'provider' })

  test('is found by its id, shows what will happen, and stays in the list with who and why', async ({ page, api }) => {
    const { id, merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 6_400, capture: false })
    await page.goto('/psp/admin/status-updates')
    await expect(title(page)).toHaveText('Statuswijzigingen')
    await page.getByRole('button', { name: 'Status wijzigen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Status wijzigen' })
    await dialog.getByRole('textbox').fill('01980000-0000-7000-8000-000000000000')
    await dialog.getByRole('button', { name: 'Zoeken' }).click()
    await expect(dialog).toContainText('Er is geen betaling, terugbetaling of terugboeking met dit ID.')
    await dialog.getByRole('textbox').fill(id)
    await dialog.getByRole('button', { name: 'Zoeken' }).click()
    await expect(dialog).toContainText(merchant_reference)
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Verder' }).click()
    await dialog.getByRole('combobox', { name: 'Nieuwe status' }).selectOption('SETTLEMENT_REQUESTED')
    await expect(dialog.getByRole('region', { name: 'Wat er dan gebeurt' })).toContainText('€ 0,00 wordt € 64,00')
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('te kort')
    await dialog.getByRole('button', { name: 'Status wijzigen' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reden' })).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('textbox', { name: 'Reden' }).fill('De processor bevestigde het per mail')
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Status wijzigen' }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page)).toContainText('De processor bevestigde het per mail')
    await untilListed(page)
    await expect(row(page, merchant_reference)).toBeVisible()
    await panel(page).getByRole('link', { name: merchant_reference }).click()
    await expect(panel(page)).toContainText('Geïncasseerd')
  })
})
