import { expectNoViolations } from './support/axe.ts'
import { title } from './support/frame.ts'
import { total, untilListed } from './support/list.ts'
import { sizes } from './support/looks.ts'
import { newMerchant } from './support/making/new-merchant.ts'
import { pay } from './support/payments.ts'
import { enter } from './support/signing-in.ts'
import { expect, test } from './support/test.ts'

/** A4 within its margins, in pixels of a style sheet. */
const landscapePaper = { width: 1017, height: 687 }

test('the daily report counts per currency, and each count opens the list that counts the same', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  for (const amount of [1000, 2000]) await pay(api, { shop: merchant.shop, amount })
  await enter(page, merchant.owner)
  await page.goto('/report/daily')
  await expect(title(page)).toHaveText('Per dag')
  const euros = page.getByRole('region', { name: 'In EUR', exact: true })
  await expect(euros.getByRole('row').last()).toContainText('Subtotaal in EUR')
  await expect(euros.getByRole('row').last()).toContainText('30,00')
  await expect(page.getByText(/^Gemaakt op .*dagen van de zone/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('combobox', { name: 'Groeperen op' }).selectOption('Winkel')
  await expect(page).toHaveURL(/group=payment_profile/)
  await expect(euros.getByRole('row').nth(1)).toContainText(merchant.shop)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Excel (XLSX)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^daily-.*\.xlsx$/)
  await page.goto('/report/daily?from=gisteren&group=niets')
  await euros.getByRole('link', { name: '2 Betalingen: open de lijst' }).click()
  await expect(title(page)).toHaveText('Transacties')
  await expect(page.getByText(/van 2$|2 rijen|1–2/).first()).toBeVisible()
})

test.describe('a merchant', () => {
  test.use({ who: 'owner' })

  test('has on paper in which currency the financial report is, as words', async ({ page }) => {
    await page.goto('/report')
    await expect(title(page)).toHaveText('Financieel')
    await expect(page.getByRole('region', { name: 'Saldo nu' })).toBeVisible()
    await expect(page.getByText('In EUR', { exact: true })).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('In EUR', { exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Valuta' })).toBeHidden()
  })
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('has daily and monthly reports of all merchants on one screen, by merchant as well', async ({ page }) => {
    await page.goto('/psp/reports/monthly?group=merchant')
    await expect(title(page)).toHaveText('Maandrapporten')
    const euros = page.getByRole('region', { name: 'In EUR', exact: true })
    await expect(euros).toContainText('Bloom')
    await expect(euros.getByRole('columnheader', { name: 'Maand' })).toBeVisible()
    await expectNoViolations(page)
    // No list has the refunds of all merchants: a merchant's are in its own.
    const refunds = euros.getByRole('link', { name: /terugbetaling/i }).first()
    const refunded = (await refunds.textContent()) ?? ''
    await refunds.click()
    await expect(page).toHaveURL(/\/psp\/merchants\/[\w-]+:\/refunds\?/)
    await expect(title(page)).toHaveText('Terugbetalingen')
    await untilListed(page)
    expect(await total(page)).toBe(Number(refunded.replaceAll('.', '')))
    await page.goto('/psp/reports/daily')
    await expect(title(page)).toHaveText('Dagrapporten')
    const payments = euros.getByRole('row').nth(1).getByRole('link').first()
    const count = Number(((await payments.textContent()) ?? '').replaceAll('.', ''))
    await payments.click()
    await expect(title(page)).toHaveText('Transacties')
    await expect(
      page.getByText(new RegExp(`${new Intl.NumberFormat('nl').format(count).replace('.', '\\.')}`)).first(),
    ).toBeVisible()
  })
  test('keeps the heads of a report in sight while it scrolls, and has room for all of it on paper', async ({
    page,
  }) => {
    await page.setViewportSize(sizes.desk)
    await page.goto('/psp/reports/monthly?group=merchant')
    const euros = page.getByRole('region', { name: 'In EUR', exact: true })
    await euros.getByRole('row').nth(60).scrollIntoViewIfNeeded()
    await expect(euros.getByRole('columnheader', { name: 'Winkelier' })).toBeInViewport()
    await page.setViewportSize(landscapePaper)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('combobox', { name: 'Groeperen op' })).toBeHidden()
    // The button that says the days is not on paper.
    await expect(page.getByText(/ \d{4} – .+ \d{4}$/).filter({ visible: true })).toHaveCount(1)
    for (const table of await page.getByRole('table').all())
      expect(await table.evaluate(({ clientWidth }) => clientWidth)).toBeLessThanOrEqual(landscapePaper.width)
  })
})
