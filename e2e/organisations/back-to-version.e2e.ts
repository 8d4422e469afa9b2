import { expectNoViolations } from '../support/axe.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'provider' })

test('a shop goes back to a version of its history, but not to an organisation that is gone', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const post = async (path: string, data: object) => body<{ id: string }>(await api.post(`/v1/${path}`, { data }))
  const branch = await post('organisation', { name: 'Filiaal', country_code: 'NL', parent: merchant.id })
  const given = { name: 'Kade', display_name: 'Kade', currency_code: 'EUR', organisation: branch.id }
  const shop = await post('paymentprofile', given)
  await post(`paymentprofile/${shop.id}`, { organisation: merchant.id })
  await post(`paymentprofile/${shop.id}`, { name: 'Waag', website: 'https://waag.example/' })
  await api.delete(`/v1/organisation/${branch.id}`, { data: {} })

  await page.goto(`/psp/merchants/${merchant.id}:/paymentprofiles`)
  await untilListed(page)
  await row(page, 'Waag').getByRole('link').first().click()
  await tab(page, 'Geschiedenis').click()
  const first = tabContent(page).getByRole('button', { name: 'Terug naar deze versie: 1', exact: true })
  await expect(first).toHaveAttribute('aria-disabled', 'true')
  await first.hover()
  await expect(page.getByRole('tooltip')).toContainText('bestaat niet meer')
  await tabContent(page).getByRole('button', { name: 'Terug naar deze versie: 2', exact: true }).click()
  const asks = page.getByRole('dialog', { name: 'Terug naar versie 2?' })
  await expect(asks).toContainText('https://waag.example/')
  await expect(asks).toContainText('Kade')
  await expectNoViolations(page)
  await asks.getByRole('button', { name: 'Terug naar deze versie', exact: true }).click()
  await expect(asks).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Kade')
  await expect(tabContent(page)).toContainText('teruggezet naar versie 2')
  await expectNoViolations(page)
})
