import { cellsOf, columns, row, rows, table, total, untilListed } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { pay, untilYesterday } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

test.describe('pages', () => {
  test('go forward and back, and end at the last row', async ({ page }) => {
    const address = `/transactionsDeclined?${untilYesterday()}`
    await page.goto(address)
    await untilListed(page)
    const all = await total(page)
    await expect(page.getByText(`1–25 van ${all}`)).toBeVisible()
    await page.getByRole('button', { name: 'Volgende pagina' }).click()
    await expect(page).toHaveURL(`${address}&_skip=25`)
    await expect(page.getByText(`26–${Math.min(50, all)} van ${all}`)).toBeVisible()
    await page.getByRole('button', { name: 'Vorige pagina' }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('button', { name: 'Vorige pagina' })).toBeDisabled()
  })

  test('are asked for by the row at the edge, and from a link by their number', async ({ page }) => {
    await page.goto(`/transactions?${untilYesterday()}`)
    await untilListed(page)
    const asked = () => page.waitForRequest((request) => request.url().includes('/v1/transaction?'))
    const [next] = await Promise.all([asked(), page.getByRole('button', { name: 'Volgende pagina' }).click()])
    expect(next.url()).toContain('_after=')
    expect(next.url()).not.toContain('_skip=')
    await expect(page.getByText('26–50 van')).toBeVisible()
    await untilListed(page)
    const shown = await cellsOf(page, 1)
    const [again] = await Promise.all([asked(), page.reload()])
    expect(again.url()).toContain('_skip=25')
    await untilListed(page)
    expect(await cellsOf(page, 1)).toEqual(shown)
  })

  test('say nothing untrue while they load, and nothing moves when they are there', async ({ page }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/v1\/transaction(\/count|\/totals)?\?/, (route) =>
      held.then(() => route.continue()).catch(() => {}),
    )
    await page.goto('/transactions?status[]=DECLINED')
    const pager = page.getByRole('navigation', { name: 'Bladeren' })
    await expect(pager).toContainText('Rijen laden')
    await expect(pager).not.toContainText('Geen rijen')
    await expect(table(page).locator('tbody tr')).toHaveCount(25)
    const place = await pager.boundingBox()
    letGo()
    await untilListed(page)
    await expect(pager).toContainText(' van ')
    expect((await pager.boundingBox())?.y).toBe(place?.y)
  })

  test('behind the last one are the last one', async ({ page }) => {
    await page.goto('/transactionsDeclined?_skip=5000')
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Volgende pagina' })).toBeDisabled()
  })

  test('have 25, 50 or 100 rows, and begin anew when that changes', async ({ page }) => {
    await page.goto('/transactions?_skip=25')
    await page.getByRole('combobox', { name: 'Rijen per pagina' }).selectOption('100')
    await expect(page).toHaveURL('/transactions?_limit=100')
    await expect(rows(page)).toHaveCount(100)
  })
})

test.describe('sorting', () => {
  test('is by the newest first, and by what is clicked after that', async ({ page }) => {
    await page.goto('/transactions?currency_code=EUR')
    await expect(columns(page).first()).toHaveAttribute('aria-sort', 'descending')
    await page.getByRole('button', { name: 'Bedrag', exact: true }).last().click()
    await expect(page).toHaveURL('/transactions?currency_code=EUR&_sort=-amount')
    await untilListed(page)
    const amounts = (await cellsOf(page, 3)).map((text) => Number(text.replace(/[^\d]/g, '')))
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a))
    await page.getByRole('button', { name: 'Bedrag', exact: true }).last().click()
    await expect(page).toHaveURL('/transactions?currency_code=EUR&_sort=amount')
  })
})

test.describe('searching a list', () => {
  test('waits for the typing to end, and finds by the beginning of a reference', async ({ page, api }) => {
    const { merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 200 })
    await page.clock.install()
    await page.goto('/transactions')
    await untilListed(page)
    // The page's clock stands still, so that no time passes between two letters on a busy machine.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/v1/transaction?')) asked += 1
    })
    await page.getByRole('searchbox', { name: 'Referentie zoeken' }).pressSequentially(merchant_reference)
    expect(asked).toBe(0)
    await page.clock.resume()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(merchant_reference)
    expect(asked).toBe(1)
  })

  test('takes every sign as that sign', async ({ page }) => {
    await page.goto('/transactions')
    for (const text of ['%', '_', '"', "'", '\\', '🌷', '(', 'a&b=c']) {
      await page.getByRole('searchbox', { name: 'Referentie zoeken' }).fill(text)
      await expect(page.getByText('Niets gevonden')).toBeVisible()
      await expect(page.getByRole('searchbox', { name: 'Referentie zoeken' })).toHaveValue(text)
    }
  })
})

test.describe('refreshing', () => {
  test('shows what has come meanwhile', async ({ page, api }) => {
    await page.goto('/transactions')
    await untilListed(page)
    const { merchant_reference } = await pay(api, { shop: 'Bloom Nederland', amount: 300 })
    await page.getByRole('button', { name: 'Vernieuwen' }).click()
    await expect(row(page, merchant_reference)).toBeVisible()
  })
})

test.describe('columns', () => {
  test('are shown, hidden and moved, and kept for this person and list', async ({ page }) => {
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Kolommen' }).click()
    const settings = page.getByRole('dialog')
    await settings.getByRole('checkbox', { name: 'Land' }).check()
    await settings.getByRole('checkbox', { name: 'Betaalprofiel' }).uncheck()
    await settings.getByRole('button', { name: 'Bedrag naar voren', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await untilListed(page)
    const names = await columns(page).allTextContents()
    expect(names.slice(0, 3)).toEqual(['Datum', 'Bedrag', 'Referentie'])
    expect(names).toContain('Land')
    expect(names).not.toContain('Betaalprofiel')
    await page.goto('/transactionsDeclined')
    await expect(columns(page).filter({ hasText: 'Betaalprofiel' })).toBeVisible()
    await page.goto('/transactions')
    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Standaard' }).click()
    await expect(columns(page).nth(1)).toHaveText('Referentie')
  })
})

test.describe('the room of a window', () => {
  test.use({ who: 'provider' })

  test('is for what matters: a list folds its other columns away before it hides an amount or a status', async ({
    page,
  }) => {
    await page.setViewportSize(sizes.tablet)
    await page.goto('/psp/reports/settlement')
    await untilListed(page)
    const box = table(page).locator('..')
    await expect.poll(() => box.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    for (const name of ['Uitbetaling', 'Status']) await expect(columns(page).filter({ hasText: name })).toBeInViewport()
    // As when a font comes late.
    for (const cell of await table(page).getByRole('cell').all())
      await cell.evaluate((each) => each.style.setProperty('letter-spacing', '1px'))
    await expect.poll(() => box.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    await page.setViewportSize({ width: 2400, height: 900 })
    await expect(columns(page).filter({ hasText: 'Terugbetalingen' })).toBeVisible()
  })

  test('is for the search too: on a phone its field takes a reference', async ({ page }) => {
    await page.setViewportSize(sizes.phone)
    await page.goto('/psp/transactions')
    await untilListed(page)
    await expect.poll(async () => (await page.getByRole('searchbox').boundingBox())?.width).toBeGreaterThan(200)
  })

  test('changes with a panel, and the row that opened it stays where it is', async ({ page }) => {
    await page.setViewportSize(sizes.tablet)
    await page.goto('/psp/transactions')
    await untilListed(page)
    const opener = rows(page).nth(14)
    await opener.scrollIntoViewIfNeeded()
    const top = async () => Math.round((await opener.boundingBox())?.y ?? 0)
    const before = await top()
    await opener.click()
    await expect(page.getByRole('complementary')).toBeVisible()
    // Beside the panel rows have two lines.
    await expect.poll(async () => (await opener.boundingBox())?.height).toBeGreaterThan(50)
    expect(Math.abs((await top()) - before)).toBeLessThan(3)
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await opener.boundingBox())?.height).toBeLessThan(50)
    expect(Math.abs((await top()) - before)).toBeLessThan(3)
  })
})
