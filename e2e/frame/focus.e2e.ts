import { row, rows, table, untilListed } from '../support/list.ts'
import { chargedBack, merchantCalled, newReference } from '../support/payments.ts'
import { expect, type Page, test } from '../support/test.ts'

const search = (page: Page) => page.getByRole('searchbox')

/** The focus is on an element of the page now, and still a moment later. */
async function expectFocus(page: Page, act: string): Promise<void> {
  const name = () => page.evaluate(() => document.activeElement?.tagName ?? 'nothing')
  await expect.poll(name, act).not.toBe('BODY')
  await page.waitForTimeout(300)
  expect(await name(), act).not.toBe('BODY')
}

test.describe('somebody without a mouse', () => {
  test.use({ who: 'owner' })

  for (const [address, filter] of [
    ['/customers', 'Status'],
    ['/transactions', 'Status'],
    ['/transactionsDeclined', 'Betaalmethode'],
  ] as const)
    test(`never loses the focus among the filters and views of ${address}`, async ({ page }) => {
      await page.goto(address)
      await untilListed(page)
      const showAll = page.getByRole('button', { name: 'Toon alles' })
      if (await showAll.isVisible()) {
        await showAll.press('Enter')
        await expect(page.getByTestId('pager-rows')).toBeFocused()
        await untilListed(page)
        await expectFocus(page, 'all rows are shown')
        await expect(page.getByTestId('pager-rows')).toBeFocused()
      }
      await page.keyboard.press('f')
      // Focus and key in one: a menu that is still opening takes the focus to its first item.
      await page.getByRole('menuitem', { name: filter, exact: true }).press('Enter')
      const editor = page.getByRole('dialog', { name: filter, exact: true })
      await editor.getByRole('checkbox').first().check()
      await editor.getByRole('button', { name: 'Toepassen' }).focus()
      await page.keyboard.press('Enter')
      await expect(editor).toBeHidden()
      await expectFocus(page, 'a filter is applied')
      await expect(page.getByTitle(`Filter ${filter} wijzigen`)).toBeFocused()

      await page.getByRole('button', { name: `Filter ${filter} verwijderen` }).focus()
      await page.keyboard.press('Enter')
      await expectFocus(page, 'a filter is removed')

      await page.getByRole('button', { name: 'Weergaven' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Deze weergave bewaren' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expectFocus(page, 'the views are closed')
    })

  test('begins at the link to the content, wherever the navigation has scrolled to', async ({ page }) => {
    await page.goto('/users')
    await expect(page.getByRole('navigation').locator('[aria-current="page"]')).toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Naar de inhoud' })).toBeFocused()
  })

  test('has the focus on the list again after a row is deleted, and on the row after its panel is closed', async ({
    page,
    api,
  }) => {
    const merchant = await merchantCalled(api, 'Bloom')
    const text = newReference()
    const tag = await api.post(`/v1/tag?merchant=${merchant}`, {
      data: { organisation: merchant, text, color: '#1f4fd8' },
    })
    expect(tag.ok(), await tag.text()).toBe(true)
    await page.goto(`/tags?_search=${text}`)
    await row(page, text).press('Enter')
    await expect(page.getByRole('complementary')).toContainText(text)
    await page.keyboard.press('Escape')
    await expect(row(page, text)).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary').getByRole('button', { name: 'Verwijderen' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).press('Enter')
    await expect(row(page, text)).toHaveCount(0)
    await expectFocus(page, 'a row is deleted')
  })

  test('is led into the panel by Enter and back to its row by Escape, and stays in the list with the arrow keys', async ({
    page,
  }) => {
    const panel = page.getByRole('complementary')
    // A row opens by itself, and by the name that begins it.
    const openers = [
      ['/subscriptions/plans', rows(page).nth(1).getByRole('link').first()],
      ['/transactions', rows(page).nth(1)],
    ] as const
    for (const [address, opener] of openers) {
      await page.goto(address)
      await untilListed(page)
      await opener.press('Enter')
      await expect(panel).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(rows(page).nth(1)).toBeFocused()
    }
    await rows(page).nth(1).locator('td').nth(3).click()
    await expect(panel).toBeVisible()
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(2)).toBeFocused()
    await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')
    await expect(panel).toBeFocused()
  })

  test('begins a dispute at its first field, and comes back to the button that opened it', async ({ page, api }) => {
    const { id } = await chargedBack(api)
    await page.goto(`/chargebacks/${id}`)
    const open = page.getByRole('complementary').getByRole('button', { name: 'Betwisten' })
    await open.press('Enter')
    await expect(page.getByRole('dialog').getByRole('button', { name: /toevoegen/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
  })

  for (const [address, button, what] of [
    ['/subscriptions/discounts', 'Korting toevoegen', 'a form that waited for what it begins with'],
    ['/transactions', 'Exporteren', 'a dialog without a form'],
  ] as const)
    test(`comes back to the button that opened ${what}, however many fields had the focus`, async ({ page }) => {
      await page.goto(address)
      await untilListed(page)
      const open = page.getByRole('button', { name: button, exact: true })
      for (const time of ['first', 'second']) {
        await open.press('Enter')
        await expect(
          page
            .getByRole('dialog')
            .getByRole('button', { name: /Annuleren|Sluiten/ })
            .last(),
        ).toBeVisible()
        await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
        for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(open, time).toBeFocused()
      }
    })

  test('searches with "/", sees the keys with "?", and types them both in a field', async ({ page }) => {
    await page.goto('/transactions')
    await untilListed(page)
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused()
    await page.keyboard.type('?/f')
    await expect(search(page)).toHaveValue('?/f')
    await search(page).fill('')
    await untilListed(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Sneltoetsen' })
    await expect(keys).toContainText('In deze lijst zoeken')
    // A person who dictates switches them off; the list then has none of them.
    await keys.getByRole('switch').focus()
    await page.keyboard.press('Space')
    await expect(keys).not.toContainText('In deze lijst zoeken')
    await page.keyboard.press('Escape')
    await table(page).getByRole('row').nth(1).focus()
    await page.keyboard.press('/')
    await expect(search(page)).not.toBeFocused()
    // A screen that is no list does not offer what only lists have.
    await page.getByRole('button', { name: /^Menu van/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sneltoetsen' }).press('Enter')
    await keys.getByRole('switch').press('Space')
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('?')
    await expect(keys).toContainText('Alles doorzoeken')
    await expect(keys).not.toContainText('In deze lijst zoeken')
  })
})
