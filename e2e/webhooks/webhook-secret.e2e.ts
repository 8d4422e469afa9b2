import { found } from '../support/axe.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { enter } from '../support/signing-in.ts'
import { expect, test } from '../support/test.ts'

test.describe('the secret of webhooks', () => {
  test('is hidden until it is shown, and replaced beside the one before', async ({ page, api }) => {
    // The merchant belongs to this test: a new secret applies to the whole merchant.
    const { owner } = await newMerchant(api)
    await enter(page, owner)
    await page.goto('/apiSettings')
    const section = page.getByRole('region', { name: 'Geheim voor webhooks' })
    await expect(section.getByText('whsec_••••••••')).toHaveCount(1)
    await section.getByRole('button', { name: 'Tonen' }).click()
    const secret = section.getByRole('listitem').locator('code')
    await expect(secret).toHaveText(/^whsec_[\w+/=]{40,}$/)
    const old = await secret.textContent()
    await expect(section).toContainText('Laatst getoond')
    await section.getByRole('button', { name: 'Vervangen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Geheim voor webhooks vervangen?' })
    await dialog.getByLabel('Het oude geheim werkt nog').selectOption('24')
    await dialog.getByRole('button', { name: 'Geheim vervangen' }).click()
    await expect(dialog).toBeHidden()
    await expect(section.getByRole('listitem')).toHaveCount(2)
    await expect(section.getByRole('listitem').nth(1)).toContainText('Verloopt')
    // The secrets are hidden again, so that nobody sees them by accident.
    await expect(section.getByText('whsec_••••••••')).toHaveCount(2)
    await section.getByRole('button', { name: 'Tonen' }).click()
    await expect(section.getByRole('listitem').nth(1).locator('code')).toHaveText(String(old))
    expect(await found(page)).toEqual([])
  })
})

test.describe('for a cashier', () => {
  test.use({ who: 'cashier' })
  test('the secret of webhooks stays hidden', async ({ page, request }) => {
    await page.goto('/apiSettings')
    const section = page.getByRole('region', { name: 'Geheim voor webhooks' })
    await expect(section.getByText('whsec_••••••••')).toBeVisible()
    await expect(section.getByRole('button')).toHaveCount(0)
    expect((await request.post('/v1/apisetting/webhooksecret/reveal', { data: {} })).status()).toBe(403)
  })
})
