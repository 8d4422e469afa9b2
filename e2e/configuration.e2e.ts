import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { panel } from './support/list.ts'
import { newMerchant } from './support/making/new-merchant.ts'
import { tab } from './support/panel.ts'
import { pay } from './support/payments.ts'
import { expect, test } from './support/test.ts'

test.describe('what the provider allows a merchant', () => {
  test.use({ who: 'provider' })

  test('is set section by section with a reason, is obeyed, and is in the history', async ({ page, api }) => {
    const merchant = await newMerchant(api)
    await page.goto(`/psp/merchants/${merchant.id}:/merchant-configuration`)
    await expect(title(page)).toHaveText('Inrichting van de winkelier')
    await page.getByRole('button', { name: 'Grenzen wijzigen' }).click()
    const limits = page.getByRole('dialog', { name: 'Grenzen wijzigen' })
    await limits.getByRole('textbox', { name: 'Hoogste omzet per dag' }).fill('100')
    await limits.getByRole('textbox', { name: 'Hoogste terugbetaling' }).fill('20')
    await limits.getByRole('textbox', { name: 'Terugbetalen kan tot' }).fill('14')
    await limits.getByRole('button', { name: 'Opslaan' }).click()
    await expect(limits.getByRole('textbox', { name: 'Reden' })).toHaveAttribute('aria-invalid', 'true')
    await limits.getByRole('textbox', { name: 'Reden' }).fill('Afgesproken in de offerte')
    await expectNoViolations(page)
    await limits.getByRole('button', { name: 'Opslaan' }).click()
    await expect(limits).toBeHidden()
    const section = page.getByRole('region', { name: 'Grenzen' })
    await expect(section).toContainText('€ 100,00')
    await expect(section).toContainText('14 dagen')

    await page.getByRole('button', { name: 'Incasseren wijzigen' }).click()
    const capturing = page.getByRole('dialog', { name: 'Incasseren wijzigen' })
    await capturing.getByRole('checkbox', { name: 'Een deel incasseren mag' }).uncheck()
    await capturing.getByRole('textbox', { name: 'Vanzelf incasseren na' }).fill('5')
    await capturing.getByRole('textbox', { name: 'Vanzelf vrijgeven na' }).fill('5')
    await capturing.getByRole('textbox', { name: 'Reden' }).fill('Levert pas na vijf dagen')
    await capturing.getByRole('button', { name: 'Opslaan' }).click()
    await expect(capturing).toContainText('Kies een later moment dan het incasseren')
    await capturing.getByRole('textbox', { name: 'Vanzelf vrijgeven na' }).fill('8')
    await capturing.getByRole('button', { name: 'Opslaan' }).click()
    await expect(page.getByRole('region', { name: 'Incasseren' })).toContainText('8 dagen')
    await expectNoViolations(page)

    const { id, merchant_reference } = await pay(api, { shop: merchant.shop, amount: 9_000 })
    await page.goto(`/psp/merchants/${merchant.id}:/transactions/${id}`)
    await expect(panel(page)).toContainText(merchant_reference)
    await panel(page).getByRole('button', { name: 'Terugbetalen', exact: true }).click()
    const refund = page.getByRole('dialog', { name: /terugbetalen$/ })
    await refund.getByRole('textbox', { name: 'Bedrag' }).fill('50')
    await refund.getByRole('button', { name: /terugbetalen$/i }).click()
    await expect(refund.getByRole('alert')).toContainText('De grens is € 20,00 per terugbetaling.')

    await page.goto(`/psp/merchants/${merchant.id}:/merchant-configuration?tab=history`)
    await expect(page.getByRole('tabpanel')).toContainText('Levert pas na vijf dagen')
    await expect(page.getByRole('tabpanel')).toContainText('Afgesproken in de offerte')
    await page.goto(`/psp/merchants/details/${merchant.id}`)
    await tab(page, 'Inrichting').click()
    await expect(panel(page)).toContainText('€ 90,00')
  })
})
