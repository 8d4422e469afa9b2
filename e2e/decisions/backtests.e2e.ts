import { expectNoViolations } from '../support/axe.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newProcessor } from '../support/making/new-processor.ts'
import { body, pay, shopCalled } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const places = (page: Page) => page.getByRole('treeitem')
const testing = (page: Page) => page.getByRole('region', { name: 'Testen met eerdere betalingen' })

test('a changed route is tested over earlier payments by the keyboard alone, and 5% is split off (check 22)', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  const second = await newProcessor(api, merchant.id, 'Tweede', 'card')
  const { processors } = await body<{ processors: [string] }>(
    await api.get(`/v1/paymentprofile/${(await shopCalled(api, merchant.shop)).id}`),
  )
  for (const amount of [4_000, 12_000, 13_000]) await pay(api, { shop: merchant.shop, amount })
  const details = {
    if: [{ name: 'amount', operator: '>', value: 10_000 }],
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: processors[0],
    else: second.id,
  }
  const data = { name: 'Terug', organisation: merchant.id, payment_product: 'card', currency_code: 'EUR', details }
  const { id } = await body<{ id: string }>(await api.post(`/v1/routing?merchant=${merchant.id}`, { data }))

  await enter(page, merchant.owner)
  await page.goto(`/intelligent-routing/${id}`)
  await places(page).first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(places(page).nth(1)).toHaveAccessibleName('Dan Tweede')
  await testing(page).getByRole('button', { name: 'Test', exact: true }).focus()
  await page.keyboard.press('Enter')
  const result = testing(page).getByRole('status').filter({ hasText: 'betalingen' })
  await expect(result).toHaveText(/66,7% van 3 betalingen gaat ergens anders heen: 2 betalingen, €\s250,00\./)
  const moved = testing(page).getByRole('region', { name: 'Betalingen die verhuizen', exact: true })
  await expect(moved.getByRole('row').nth(2)).toContainText('te weinig betalingen als deze om iets te zeggen')
  await expect(testing(page).getByRole('region', { name: 'Betalingen per processor' }).getByRole('row')).toHaveText([
    ...['ProcessorNuStraks', 'Tweede02', /31$/],
  ])
  const samples = testing(page).getByRole('region', { name: 'De laatste 2 betalingen die verhuizen' })
  await expect(samples.getByRole('link')).toHaveCount(2)
  await expect(samples.getByRole('link').first()).toHaveAttribute('href', /^\/transactions\/[0-9a-f-]{36}$/)
  await expect(testing(page)).toContainText('is geen belofte')
  await expectNoViolations(page)

  for (const [width, height] of [
    [768, 1024],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const box = await testing(page).boundingBox()
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? width + 1) <= width).toBe(true)
    for (const table of [moved, samples])
      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await expectNoViolations(page)

  // What was found of one period says nothing of another one.
  const period = testing(page).getByRole('combobox', { name: 'Periode' })
  await period.selectOption({ label: 'Laatste 90 dagen' })
  await expect(testing(page)).toContainText('Test opnieuw')
  await period.selectOption({ label: 'Laatste 28 dagen' })
  await expect(testing(page)).not.toContainText('Test opnieuw')

  await moved.getByRole('button', { name: /^Verdeel 5%: van .* naar Tweede$/ }).focus()
  await page.keyboard.press('Enter')
  await expect(places(page)).toHaveCount(5)
  await expect(places(page).nth(1)).toHaveAccessibleName(
    'Dan als de betaling bij de 5% hoort die hier willekeurig wordt gekozen',
  )
  await expect(places(page).nth(1)).toBeFocused()
  await expect(places(page).nth(2)).toHaveAccessibleName('Dan Tweede')
  await expect(testing(page)).toContainText('Test opnieuw')
  await page.keyboard.press('Control+z')
  await expect(places(page)).toHaveCount(3)
})

test('a fraud rule is compared with others while it is written, tested over earlier payments, and begins with a tag', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  for (const amount of [4_000, 60_000, 70_000]) await pay(api, { shop: merchant.shop, amount })
  const rules = [{ name: 'amount', operator: '>=', value: 50_000 }]
  const other = { name: 'Vanaf 500', organisation: merchant.id, action: 'block', rules }
  await body(await api.post(`/v1/validationruleset?merchant=${merchant.id}`, { data: other }))

  await enter(page, merchant.owner)
  await page.goto('/riskrules')
  await page.getByRole('button', { name: 'Regelset toevoegen' }).click()
  const form = page.getByRole('dialog', { name: 'Regelset toevoegen', exact: true })
  const rule = form.getByRole('group', { name: 'Regel 1', exact: true })
  await expect(testing(page)).toContainText('Maak eerst de regels af.')
  await rule.getByLabel('Regel', { exact: true }).selectOption({ label: 'Bedrag' })
  await rule.getByLabel('Vergelijking').selectOption('>=')
  await rule.getByLabel('Waarde').fill('650,00')
  const compared = form.getByRole('region', { name: 'Vergeleken met je andere regelsets' })
  await expect(compared.getByRole('listitem')).toHaveText('Alles wat deze regels raken, raakt Vanaf 500 al.')
  await rule.getByLabel('Waarde').fill('20,00')
  await expect(compared.getByRole('listitem')).toHaveText('Alles wat Vanaf 500 raakt, raken deze regels ook.')

  await testing(page).getByRole('button', { name: 'Test', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(testing(page)).toContainText('100% van 3 betalingen was geraakt')
  const figures = testing(page).getByRole('region', { name: 'Wat er met ze gebeurde' }).getByRole('row')
  await expect(figures.filter({ hasText: 'Goede betalingen die je mist' })).toContainText(/3€\s1\.340,00/)
  await expect(figures.filter({ hasText: 'andere regelset' })).toContainText('2')
  await expect(testing(page).getByRole('list', { name: 'Andere regelsets' })).toContainText(
    'Vanaf 500 raakt 2 van deze betalingen ook.',
  )
  await expectNoViolations(page)

  const period = testing(page).getByRole('combobox', { name: 'Periode' })
  await period.selectOption({ label: 'Laatste 28 dagen' })
  await expect(testing(page)).toContainText('Test opnieuw')
  await period.selectOption({ label: 'Laatste 90 dagen' })
  await expect(testing(page)).not.toContainText('Test opnieuw')

  await testing(page).getByRole('button', { name: 'Begin met een label' }).focus()
  await page.keyboard.press('Enter')
  await expect(form.getByText('Kies hierboven welk label.')).toBeFocused()
  await expect(form.getByRole('combobox', { name: 'Label' })).toBeVisible()
  await expectNoViolations(page)
})
