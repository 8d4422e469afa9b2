import { newCustomer } from '../support/customers.ts'
import { title } from '../support/frame.ts'
import { panel, row, rows, table, untilListed } from '../support/list.ts'
import { tab, tabContent } from '../support/panel.ts'
import { pay } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

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
    await expect(tabContent(page)).toContainText('Philippa Provider')
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
    await expect(tabContent(page).getByText('Onvoldoende saldo', { exact: true })).toBeVisible()
    await page.goto(`/transactions?merchant_reference=${paid.merchant_reference}`)
    await page.getByRole('button', { name: 'Kolommen' }).click()
    await page.getByRole('checkbox', { name: 'Reden van de status' }).check()
    await expect(row(page, paid.merchant_reference)).toContainText('Onvoldoende saldo')
  })

  test('shows no digits of a card but the first and the last', async ({ page, api }) => {
    const paid = await pay(api, { shop: 'Bloom Nederland', amount: 4200 })
    await page.goto(`/transactions/${paid.id}?tab=events`)
    await tabContent(page).getByText('HTTP 200').first().click()
    expect(await page.content()).not.toMatch(/\b4\d{15}\b|test_visa/)
  })

  test('goes to the neighbouring rows, and ends at the first and the last', async ({ page }) => {
    await page.goto('/transactionsTagged')
    await untilListed(page)
    await rows(page).first().click()
    const [first, second] = [
      await rows(page).nth(0).locator('td').nth(1).textContent(),
      await rows(page).nth(1).locator('td').nth(1).textContent(),
    ]
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
    await rows(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'true')
    await expect(panel(page)).toContainText((await rows(page).nth(2).locator('td').nth(1).textContent()) ?? '')
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
