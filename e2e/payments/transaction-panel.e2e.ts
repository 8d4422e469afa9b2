import { newCustomer } from '../support/customers.ts'
import { title } from '../support/frame.ts'
import { cellsOf, columns, panel, row, rows, table, untilListed } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { blocked, tab, tabContent } from '../support/panel.ts'
import { pay } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

test.describe('the panel of a payment', () => {
  test.use({ who: 'owner' })

  test('opens by a click, has its own address with each tab, and is there again after a reload', async ({
    page,
    api,
  }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto('/transactions')
    await row(page, paid.merchant_reference).click()
    await expect(page).toHaveURL(`/transactions/${paid.id}`)
    await expect(panel(page)).toHaveAccessibleName(`Transactie ${paid.merchant_reference}`)
    await expect(tabContent(page)).toContainText('Visa')
    await tab(page, 'Gebeurtenissen').click()
    await expect(page).toHaveURL(`/transactions/${paid.id}?tab=events`)
    await expect(tabContent(page)).toContainText('Gestart')
    // A shop is told that its provider did it, and not who of its people.
    await expect(tabContent(page)).toContainText('Betaaldienst')
    await expect(tabContent(page)).not.toContainText('Philippa Provider')
    await page.reload()
    await expect(tab(page, 'Gebeurtenissen')).toHaveAttribute('aria-selected', 'true')
    await tab(page, 'Terugbetalingen').click()
    await expect(tabContent(page)).toContainText('Nog geen terugbetalingen')
    await panel(page).getByRole('button', { name: 'Paneel sluiten' }).click()
    await expect(page).toHaveURL('/transactions')
  })

  test('shows the customer, and leads to everything else that customer paid', async ({ page, api }) => {
    const { id: customer, name } = await newCustomer(api)
    const { id } = await pay(api, { shop: 'Bloom Nederland', amount: 4300, customer })
    await page.goto(`/transactions/${id}?tab=customer`)
    await expect(tabContent(page)).toContainText(name)
    await tabContent(page).getByRole('link', { name: 'Alle transacties van deze klant' }).click()
    await expect(page).toHaveURL(`/transactions?customer=${customer}`)
  })

  test('says in words why it was refused, in the details, the history and the list', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200, card: 'test_declined_insufficient_funds' })
    await page.goto(`/transactions/${paid.id}`)
    await expect(tabContent(page)).toContainText('Onvoldoende saldo')
    await tab(page, 'Gebeurtenissen').click()
    await expect(
      tabContent(page).getByRole('list').getByText('Onvoldoende saldo', { exact: true }).first(),
    ).toBeVisible()
    await page.goto(`/transactions?merchant_reference=${paid.merchant_reference}`)
    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.getByRole('checkbox', { name: 'Reden van de status' }).check()
    await expect(row(page, paid.merchant_reference)).toContainText('Onvoldoende saldo')
  })

  test('shows no digits of a card but the first and the last', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto(`/transactions/${paid.id}?tab=events`)
    await tabContent(page).locator('summary').first().click()
    await expect(tabContent(page).getByText('HTTP 200').first()).toBeVisible()
    expect(await page.content()).not.toMatch(/\b4\d{15}\b|test_visa/)
  })

  test('goes to the neighbouring rows, and ends at the first and the last', async ({ page }) => {
    await page.goto('/transactionsTagged')
    await untilListed(page)
    const [first, second] = await cellsOf(page, 2)
    await rows(page).first().click()
    await expect(panel(page)).toContainText(first ?? '')
    await expect(panel(page).getByRole('button', { name: 'Vorige rij' })).toBeDisabled()
    await panel(page).getByRole('button', { name: 'Volgende rij' }).click()
    await expect(panel(page)).toHaveAccessibleName(`Transactie ${second}`)
    await panel(page).getByRole('button', { name: 'Vorige rij' }).click()
    await expect(panel(page)).toHaveAccessibleName(`Transactie ${first}`)
  })

  test('is worked by keyboard: rows, panel, arrows, Escape, and the focus comes back', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    const third = (await cellsOf(page, 2))[2] ?? ''
    await rows(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(panel(page)).toContainText(third)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(rows(page).nth(2)).toBeFocused()
  })

  test('lets a dialog above it close first', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto(`/transactions/${paid.id}`)
    await panel(page).getByRole('button', { name: 'Terugbetalen', exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
  })

  test('is as wide as it was made, by pointer or keys, and stays so', async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 900 })
    await page.goto('/transactions')
    await untilListed(page)
    await rows(page).first().click()
    const width = async () => Math.round((await panel(page).boundingBox())?.width ?? 0)
    const edge = page.getByRole('separator', { name: 'Breedte van het paneel' })
    await expect.poll(width).toBe(560)
    await edge.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(width).toBe(600)
    const box = await edge.boundingBox()
    if (!box) throw new Error('The edge is not on screen')
    await page.mouse.move(box.x + 4, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x - 96, box.y + 200, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => Math.abs((await width()) - 700)).toBeLessThan(3)
    await page.reload()
    await expect.poll(async () => Math.abs((await width()) - 700)).toBeLessThan(3)
  })

  test('of a payment that is not there, or another merchant’s, says that it was not found', async ({ page, api }) => {
    const [theirs] = await (await api.get('/v1/transaction?_sort=-amount&_limit=1')).json()
    for (const id of [theirs.id, '00000000-0000-7000-8000-000000000000', 'nonsense']) {
      await page.goto(`/transactions/${id}`)
      await expect(panel(page)).toContainText('Dit is niet gevonden')
      await expect(table(page)).toBeVisible()
    }
  })

  test('stands beside its list, which keeps the columns that matter, its search and its pages', async ({ page }) => {
    for (const size of [sizes.desk, sizes.tablet]) {
      await page.setViewportSize(size)
      await page.goto('/transactions')
      await untilListed(page)
      await rows(page).first().click()
      await expect(tabContent(page)).toBeVisible()
      const left = (await panel(page).boundingBox())?.x ?? 0
      for (const part of [
        table(page),
        page.getByRole('searchbox'),
        page.getByRole('button', { name: 'Exporteren' }),
        page.getByRole('button', { name: 'Volgende pagina' }),
      ]) {
        const box = await part.boundingBox()
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(left)
      }
      expect(await scrollsSideways(page)).toBe(false)
    }
    await page.setViewportSize(sizes.desk)
    await expect(columns(page).filter({ hasText: 'Bedrag' })).toBeVisible()
    await expect(columns(page).filter({ hasText: 'Klant' })).toHaveCount(0)
    // The tabs stand on one line.
    const heights = panel(page)
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top))
    expect(new Set(await heights).size).toBe(1)
    await page.keyboard.press('Escape')
    await expect(columns(page).filter({ hasText: 'Klant' })).toBeVisible()
  })

  test('says what it is and that the list does not have it, when it was opened from elsewhere', async ({
    page,
    api,
  }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto(`/transactions/${paid.id}?status=DECLINED`)
    await expect(panel(page)).toHaveAccessibleName(`Transactie ${paid.merchant_reference}`)
    await expect(panel(page)).toContainText('Niet op deze pagina van de lijst')
    await expect(panel(page).getByRole('button', { name: 'Volgende rij' })).toHaveCount(0)
  })

  test('leads with what is possible and what happened; the rest is folded away with its reason', async ({
    page,
    api,
  }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200, card: 'test_declined_insufficient_funds' })
    await page.goto(`/transactions/${paid.id}`)
    await expect(tabContent(page).getByRole('listitem').first()).toContainText('De betaling is geweigerd')
    await expect(tabContent(page).getByRole('time').first()).toHaveText(/\d\d:\d\d:\d\d$/)
    await expect(tabContent(page).getByText('Geïncasseerd bedrag')).toHaveCount(0)
    await tabContent(page)
      .getByRole('button', { name: /^Alles tonen/ })
      .click()
    await expect(tabContent(page).getByText('Geïncasseerd bedrag')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Terugbetalen', exact: true })).toHaveCount(0)
    await expect(await blocked(page, 'Terugbetalen')).toContainText('De status is nu: Geweigerd')
  })

  test('opens as a page of its own, with all its parts, and prints without the frame', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto(`/transactions/${paid.id}`)
    await panel(page).getByRole('link', { name: 'Openen als pagina' }).click()
    await expect(page).toHaveURL(`/transactions/${paid.id}/page`)
    await expect(page).toHaveTitle(`Transactie ${paid.merchant_reference} – Kontor`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Transactie ${paid.merchant_reference}`)
    for (const name of ['Gegevens', 'Gebeurtenissen', 'Terugbetalingen'])
      await expect(page.getByRole('region', { name })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner').first()).toBeHidden()
    await expect(page.getByRole('button', { name: 'Terugbetalen', exact: true })).toBeHidden()
    await expect(page.getByRole('region', { name: 'Gebeurtenissen' })).toContainText('Betaling gestart')
    await expect(page.getByText(paid.id, { exact: true }).first()).toBeVisible()
    await page.emulateMedia({ media: null })
    await page.getByRole('link', { name: 'In de lijst tonen' }).click()
    await expect(panel(page)).toBeVisible()
  })

  test('leaves the frame in reach', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    await rows(page).first().click()
    await page.getByRole('button', { name: /^Taal/ }).click()
    await page.getByRole('menuitem', { name: 'English (US)' }).click()
    await expect(title(page)).toHaveText('Transactions')
    await expect(panel(page).getByRole('tab', { name: 'Details' })).toBeVisible()
  })
})

test.describe('the panel of a refund', () => {
  test.use({ who: 'owner' })

  test('shows the refund and its payment, and leads there', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    const reply = await api.post(`/v1/transaction/${paid.id}/refund`, {
      data: { amount: 1200, reason: 'wilted' },
      headers: { 'idempotency-key': paid.id },
    })
    const { id } = await reply.json()
    await page.goto('/refunds')
    await row(page, paid.merchant_reference).click()
    await expect(page).toHaveURL(new RegExp(`/refunds/${id}`))
    await expect(tabContent(page)).toContainText('wilted')
    await tab(page, 'Transactie').click()
    await expect(tabContent(page)).toContainText(/€\s42,00/)
    await tabContent(page).getByRole('link', { name: 'Transactie openen' }).click()
    await expect(page).toHaveURL(new RegExp(`/transactions/${paid.id}`))
  })
})

const scrollsSideways = (page: Page): Promise<boolean> =>
  table(page).evaluate(({ parentElement: box }) => box !== null && box.scrollWidth > box.clientWidth)

test.describe('a list on a phone', () => {
  test.use({ who: 'owner', viewport: sizes.phone })

  test('shows reference, amount, date and status of a row in two lines, which open and select as ever', async ({
    page,
    api,
  }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto('/transactions')
    await untilListed(page)
    const line = row(page, paid.merchant_reference)
    for (const text of [paid.merchant_reference, /€\s42,00/, /\d\d:\d\d/, /Incasso aangevraagd|Geïncasseerd/])
      await expect(line.getByText(text).first()).toBeInViewport({ ratio: 1 })
    expect(await scrollsSideways(page)).toBe(false)
    await line.getByRole('checkbox').check()
    await expect(page.getByRole('region', { name: 'Acties op de selectie' })).toBeVisible()
    await table(page).getByRole('button', { name: 'Bedrag' }).click()
    await expect(page).toHaveURL(/_sort=-amount/)
    await page.goto('/transactions')
    await row(page, paid.merchant_reference).click()
    await expect(page).toHaveURL(`/transactions/${paid.id}`)
    // The tabs are one row that scrolls, and the open one is in sight.
    const tabs = panel(page).getByRole('tablist')
    const ends = await tabs.evaluate((list) =>
      [...list.children].map((tab) => tab.getBoundingClientRect().bottom - list.getBoundingClientRect().top),
    )
    expect(new Set(ends.map(Math.round))).toEqual(new Set([36]))
    const last = tabs.getByRole('tab').last()
    await last.click()
    await expect(last).toBeInViewport({ ratio: 1 })
  })
})
