import { expect, test } from '../support/test.ts'

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('sees what the test clock of a demo shows, and how it is moved', async ({ page }) => {
    await page.goto('/psp/merchants')
    await page.getByRole('button', { name: 'Testklok' }).click()
    const dialog = page.getByRole('dialog', { name: 'Testklok' })
    await expect(dialog.getByRole('status')).toHaveText(/\d{1,2} \w+ \d{4}, \d\d:\d\d/)
    await expect(dialog.getByRole('button', { name: 'Vooruitzetten' })).toBeDisabled()
    await dialog.getByRole('button', { name: '+ 1 maand' }).click()
    await expect(dialog.getByRole('button', { name: 'Vooruitzetten' })).toBeEnabled()
    await expect(dialog.getByText(/Onderweg naar/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test.describe('a merchant', () => {
  test.use({ who: 'owner' })

  test('sees nothing of a clock that goes like every other', async ({ page }) => {
    await page.goto('/transactions')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: /Testklok/ })).toHaveCount(0)
  })
})
