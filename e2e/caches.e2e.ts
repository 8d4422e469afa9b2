import { randomUUID } from 'node:crypto'
import { allRules, expectNoViolations, found } from './support/axe.ts'
import { title } from './support/frame.ts'
import { expect, test } from './support/test.ts'

test.describe('the caches of the server', () => {
  test.use({ who: 'provider' })

  test('are listed with their purpose, and what is removed is listed with who did it', async ({ page }) => {
    const key = randomUUID()
    await page.goto('/psp/admin/cache')
    await expect(title(page)).toHaveText('Cache')
    await expect(page.getByRole('row', { name: /Kaartvelden/ })).toContainText('In dit proces')
    await page.getByRole('button', { name: 'Sleutel uit een cache verwijderen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sleutel uit een cache verwijderen' })
    await dialog.getByRole('combobox', { name: 'Cache' }).selectOption('card_fields')
    await expect(dialog).toContainText('Het id van een processor')
    await dialog.getByRole('textbox', { name: 'Sleutel' }).fill(key)
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Verwijderen' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('row', { name: new RegExp(key) })).toContainText('Kaartvelden')
    await expectNoViolations(page)
    expect(await found(page, allRules)).toEqual([])
  })
})
