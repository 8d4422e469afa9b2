import { panel } from '../support/list.ts'
import { blocked, tab, tabContent } from '../support/panel.ts'
import { pay, transactionOf } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

test.describe('a payment that is authorized', () => {
  test('is captured whole', async ({ page, api }) => {
    const held = await pay(api, { shop: 'Bloom Nederland', amount: 9900, capture: false })
    await page.goto(`/transactions/${held.id}`)
    await panel(page).getByRole('button', { name: 'Incasseren' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Bedrag' })).toHaveValue('99,00')
    await dialog.getByRole('button', { name: /€\s99,00 incasseren/ }).click()
    await expect(dialog).toBeHidden()
    await expect(panel(page)).toContainText(/Geïncasseerd bedrag€\s99,00/)
    await tab(page, 'Gebeurtenissen').click()
    await expect(tabContent(page)).toContainText('Incasso aangevraagd')
  })

  test('is captured in part, after saying that the rest is let go', async ({ page, api }) => {
    const held = await pay(api, { shop: 'Bloom Nederland', amount: 9900, capture: false })
    await page.goto(`/transactions/${held.id}`)
    await panel(page).getByRole('button', { name: 'Incasseren' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Bedrag' }).fill('99,01')
    await dialog.getByRole('button', { name: /incasseren$/i }).click()
    await expect(dialog.getByRole('textbox', { name: 'Bedrag' })).toHaveAccessibleDescription(/€\s99,00/)
    await dialog.getByRole('textbox', { name: 'Bedrag' }).fill('40')
    await expect(dialog).toContainText(/€\s59,00/)
    await dialog.getByRole('button', { name: /€\s40,00 incasseren/ }).click()
    await expect(panel(page)).toContainText(/Geïncasseerd bedrag€\s40,00/)
  })

  test('is voided, after saying what that does', async ({ page, api }) => {
    const held = await pay(api, { shop: 'Bloom Nederland', amount: 9900, capture: false })
    await page.goto(`/transactions/${held.id}`)
    await panel(page).getByRole('button', { name: 'Vrijgeven' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(/€\s99,00/)
    await dialog.getByRole('button', { name: /€\s99,00 vrijgeven/ }).click()
    await expect(panel(page)).toContainText('Autorisatie vrijgegeven')
    await expect.poll(async () => (await transactionOf(api, held.id)).status).toBe('AUTHORIZATION_VOIDED')
  })

  test('cannot be refunded, and the menu says why', async ({ page, api }) => {
    const held = await pay(api, { shop: 'Bloom Nederland', amount: 9900, capture: false })
    await page.goto(`/transactions/${held.id}`)
    await expect(await blocked(page, 'Terugbetalen')).toContainText('De status is nu: Geautoriseerd')
  })
})
