import { expectNoViolations } from '../support/axe.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { newStuckOperation } from '../support/stuck-operations.ts'
import { expect, test } from '../support/test.ts'

test.describe('an order to a processor that got stuck', () => {
  test.use({ who: 'provider' })

  test('is named on the first screen and on its payment, and ends with what a person saw', async ({ page, api }) => {
    const { id, payment } = await newStuckOperation(api)
    await page.goto('/')
    await page
      .getByRole('link', { name: /vastgelopen/ })
      .first()
      .click()
    await untilListed(page)
    await row(page, payment.merchant_reference).click()
    await expect(page).toHaveURL(new RegExp(`/psp/stuck-operations/${id}`))
    await expect(panel(page)).toContainText('Zoek in de backoffice van de processor')
    await expect(panel(page)).toContainText(id)
    await panel(page).getByRole('link', { name: payment.merchant_reference }).click()
    await expect(panel(page)).toContainText('niet zeker of de processor dit heeft gedaan')
    await panel(page).getByRole('link', { name: 'Bekijken wat je moet doen' }).click()
    await expectNoViolations(page)
    await panel(page).getByRole('button', { name: 'Uitkomst opgeven' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Uitkomst opgeven' }).click()
    await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByRole('radio', { name: 'uitgevoerd', exact: true }).check()
    await dialog.getByRole('textbox').fill('Backoffice, pagina Betalingen, 14:05')
    await dialog.getByRole('button', { name: 'Uitkomst opgeven' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(panel(page)).toContainText('Afgehandeld')
    await expect(panel(page)).toContainText('Backoffice, pagina Betalingen, 14:05')
    await expect(panel(page).getByRole('button', { name: 'Uitkomst opgeven' })).toHaveCount(0)
    await panel(page).getByRole('link', { name: payment.merchant_reference }).click()
    await expect(panel(page)).toContainText('Incasso: volgens de processor uitgevoerd')
  })
})
