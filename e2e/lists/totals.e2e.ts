import { panel, rows, total, untilListed } from '../support/list.ts'
import { merchantCalled, untilYesterday } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

test.describe('the totals of a list', () => {
  test('are a line for each currency, of exactly the rows that are counted', async ({ page }) => {
    await page.goto(`/transactions?status=DECLINED&${untilYesterday()}`)
    await untilListed(page)
    const totals = page.getByRole('region', { name: 'Totalen van transacties' })
    const lines = totals.getByRole('row').filter({ has: page.getByRole('rowheader') })
    await expect(lines.first()).toContainText('Totaal EUR')
    const texts = await lines.allTextContents()
    expect(texts.length).toBeGreaterThan(1)
    const counted = texts.map((text) => Number(/([\d.]+) rij/.exec(text)?.[1]?.replaceAll('.', '')))
    await expect.poll(() => total(page)).toBe(counted.reduce((sum, each) => sum + each, 0))
    for (const text of texts) expect(text).not.toMatch(/€.*£|£.*€/)
  })

  test('follow the filters', async ({ page, api }) => {
    await page.goto(`/transactions?currency_code=GBP&status=DECLINED&${untilYesterday()}`)
    await untilListed(page)
    const totals = page.getByRole('region', { name: 'Totalen van transacties' })
    await expect(totals).not.toContainText('EUR')
    const merchant = await merchantCalled(api, 'Bloom')
    const [sum] = await (
      await api.get(`/v1/transaction/totals?merchant=${merchant}&currency_code=GBP&status=DECLINED&${untilYesterday()}`)
    ).json()
    const shown = new Intl.NumberFormat('nl', { style: 'currency', currency: 'GBP' }).format(sum.sums.amount / 100)
    await expect(totals).toContainText(shown)
  })
})

test.describe('the totals of many currencies', () => {
  test.use({ who: 'provider' })

  test('are three whole lines, and the others on request', async ({ page }) => {
    await page.goto(`/psp/transactions?${untilYesterday()}`)
    await untilListed(page)
    const totals = page.getByRole('region', { name: 'Totalen van transacties' })
    const lines = totals.getByRole('rowheader')
    await expect(lines).toHaveCount(3)
    const hidden = totals.getByRole('button', { name: /^Nog \d valuta’s$/ })
    const more = Number(/\d/.exec((await hidden.textContent()) ?? '')?.[0])
    await hidden.click()
    await expect(lines).toHaveCount(3 + more)
    await expect(lines.last()).toBeInViewport({ ratio: 1 })
    await totals.getByRole('button', { name: 'Minder tonen' }).click()
    await expect(lines).toHaveCount(3)
  })

  test('of several amounts fit on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/psp/reports/settlement')
    await untilListed(page)
    const totals = page.getByRole('region', { name: 'Totalen van afrekeningen' })
    await expect(totals.getByRole('rowheader').first()).toBeVisible()
    expect(await totals.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  })
})

test.describe('every list of amounts in one kind of use', () => {
  for (const [path, name] of [
    [`/chargebacks?${untilYesterday()}`, 'terugboekingen'],
    [`/transactions/scheduled?status[]=DONE&${untilYesterday()}`, 'geplande transacties'],
    [`/payment-links?${untilYesterday()}`, 'betaallinks'],
  ])
    test(`has totals under it: ${name}`, async ({ page }) => {
      await page.goto(String(path))
      await untilListed(page)
      const totals = page.getByRole('region', { name: `Totalen van ${name}` })
      await expect(totals.getByRole('rowheader').first()).toContainText(/^Totaal [A-Z]{3}$/)
      const counted = (await totals.getByRole('row').allTextContents()).map((text) => /([\d.]+) rij/.exec(text)?.[1])
      const sum = counted.reduce((all, each) => all + Number(each?.replaceAll('.', '') ?? 0), 0)
      await expect.poll(() => total(page)).toBe(sum)
    })
})

test('an open panel leaves the pages in reach', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/transactions')
  await rows(page).nth(2).click()
  await expect(panel(page)).toBeVisible()
  await page.getByRole('button', { name: 'Volgende pagina' }).click()
  await expect(page.getByText('26–50 van')).toBeVisible()
})
