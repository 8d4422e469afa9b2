import { notice } from '../support/frame.ts'
import { cellsOf, rows, total, untilListed } from '../support/list.ts'
import { countOf, merchantCalled } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

test.describe('the address of a list', () => {
  const shared = '/transactions?payment_product=card&_sort=-amount&_limit=50&_skip=50'

  test('gives the same rows after a reload, after Back, and to somebody else', async ({
    page,
    browser,
    sessionOf,
    baseURL,
  }) => {
    await page.goto(shared)
    await untilListed(page)
    const seen = await cellsOf(page, 2)
    expect(seen.length).toBeGreaterThan(10)
    await page.reload()
    await untilListed(page)
    expect(await cellsOf(page, 2)).toEqual(seen)
    await untilListed(page)
    await rows(page).first().click()
    await page.goBack()
    await page.goto('/refunds')
    await page.goBack()
    await untilListed(page)
    expect(await cellsOf(page, 2)).toEqual(seen)

    const storageState = await sessionOf('cashier')
    const theirs = await browser.newPage({
      storageState,
      timezoneId: 'Europe/Amsterdam',
      ...(baseURL ? { baseURL } : {}),
    })
    await theirs.goto(page.url())
    await untilListed(theirs)
    expect(await cellsOf(theirs, 2)).toEqual(seen)
    await theirs.close()
  })

  test('is short: what is as usual is left out', async ({ page }) => {
    await page.goto('/transactions?_limit=25&_skip=0&_sort=-created_at')
    await expect(page).toHaveURL('/transactions')
  })

  test('of nonsense opens a list all the same, and says what was left out', async ({ page }) => {
    await page.goto(
      '/transactions?status=NONSENSE&_limit=banana&amount%3E=x&unheard=of&payment_product=card&_sort=nothing',
    )
    await expect(page).toHaveURL('/transactions?payment_product=card')
    await expect(notice(page)).toContainText('status')
    await expect(notice(page)).toContainText('unheard')
    await expect(rows(page).first()).toBeVisible()
  })

  for (const query of ['?status[]=', '?_skip=100000', '?created_at>=yesterday', '?_search=%00', '?_limit=1000000']) {
    test(`does not crash on ${query}`, async ({ page }) => {
      await page.goto(`/transactions${query}`)
      await expect(page.getByText('Er ging iets mis op deze pagina')).toHaveCount(0)
      await expect(page.getByText(/van \d|Niets gevonden|Deze pagina bestaat niet/).first()).toBeVisible()
    })
  }
})

test.describe('page types', () => {
  for (const [path, query] of [
    ['/transactionsTagged', 'tagged=true'],
    ['/transactionsBlocked', 'blocked=true'],
    ['/transactionsMissed', 'status=ABANDONED'],
    ['/transactionsDeclined', 'status=DECLINED'],
  ] as const) {
    test(`${path} are the payments with ${query}, whatever else the address asks for`, async ({ page, api }) => {
      const bloom = await merchantCalled(api, 'Bloom')
      await page.goto(path)
      await expect.poll(() => total(page)).toBe(await countOf(api, 'transaction', `${query}&merchant=${bloom}`))
      const name = query.split('=')[0] === 'status' ? 'Status' : 'Gelabeld'
      await page.getByRole('button', { name: 'Filter toevoegen' }).click()
      await expect(page.getByRole('menuitem', { name: 'Betaalmethode' })).toBeVisible()
      if (name === 'Status') await expect(page.getByRole('menuitem', { name, exact: true })).toHaveCount(0)
    })
  }
})
