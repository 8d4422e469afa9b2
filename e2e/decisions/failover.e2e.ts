import { expectNoViolations } from '../support/axe.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { newProcessor } from '../support/making/new-processor.ts'
import { tabContent } from '../support/panel.ts'
import { body, pay, shopCalled } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, test } from '../support/test.ts'

test('a shop switches failover on, and its payment says who was asked and why', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const { id } = await shopCalled(api, merchant.shop)
  const { processors: seen } = await body<{ processors: [string] }>(await api.get(`/v1/paymentprofile/${id}`))
  // The sandbox does not know its key.
  const stranger = await newProcessor(api, merchant.id, 'Vreemde', 'card')
  const data = { processors: [stranger.id, ...seen], seen }
  await body(await api.post(`/v1/paymentprofile/${id}/processors`, { data }))
  await enter(page, merchant.owner)
  await page.goto(`/paymentprofiles/${id}?tab=routing`)
  const toggle = tabContent(page).getByRole('switch', { name: 'Tweede processor als de eerste het niet doet' })
  await expect(toggle).not.toBeChecked()
  await expect(toggle).toHaveAccessibleDescription(/De klant betaalt nooit dubbel\.$/)
  await toggle.press('Space')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Opslaan', exact: true }).click()
  await expect(page.getByText(`De routering van ${merchant.shop} is opgeslagen`)).toBeVisible()
  await page.reload()
  await expect(toggle).toBeChecked()

  const payment = await pay(api, { shop: merchant.shop, amount: 1_200 })
  await page.goto(`/transactions/${payment.id}?tab=decision`)
  await expect(tabContent(page)).toContainText(/Eerst kreeg Vreemde de betaling, en daarna /)
  await expect(tabContent(page)).toContainText('Waarom niet Vreemde: De processor weigert de sleutel')
  await expectNoViolations(page)
  await page.goto(`/transactions/${payment.id}?tab=events`)
  await expect(tabContent(page)).toContainText('Vreemde kreeg de betaling')
  await expect(tabContent(page)).toContainText('Vreemde heeft de betaling niet gedaan')
  await expect(tabContent(page)).toContainText(/Processor \d+ heeft de betaling gedaan/)
})

test('who may only look reads whether failover is on', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const { id } = await shopCalled(api, merchant.shop)
  await enter(page, await newPerson({ merchant: merchant.id, role: 'PAYMENT_PROFILE_LIST' }))
  await page.goto(`/paymentprofiles/${id}?tab=routing`)
  await expect(tabContent(page)).toContainText(/Tweede processor als de eerste het niet doet\s*Nee/)
  await expect(tabContent(page).getByRole('switch')).toHaveCount(0)
})
