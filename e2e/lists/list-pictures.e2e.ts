import { notice } from '../support/frame.ts'
import { rows, total, untilListed } from '../support/list.ts'
import { untilYesterday } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

test.describe('the five pictures of a list', () => {
  test('loading has rows in their place, which do not pulse for somebody who asked for less motion', async ({
    page,
  }) => {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/v1/transaction?*', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto('/transactions')
    const table = page.getByRole('table').first()
    await expect(table).toHaveAttribute('aria-busy', 'true')
    expect(await table.evaluate(endless)).toBe(0)
    answer()
    await untilListed(page)
  })

  test('nothing at all says that it will appear here', async ({ page }) => {
    await page.route('**/v1/refund?*', (route) => route.fulfill({ json: [] }))
    await page.route('**/v1/refund/count?*', (route) => route.fulfill({ json: { count: 0 } }))
    await page.route('**/v1/transaction?*', (route) => route.fulfill({ json: [] }))
    await page.goto('/transactions')
    await expect(page.getByRole('status').filter({ hasText: 'Nog geen transacties' })).toBeVisible()
  })

  test('nothing under these filters names them, and offers a longer period and no filters', async ({ page }) => {
    await page.goto('/refunds?_search_by=merchant_reference&_search=nowhere')
    const picture = page.getByRole('status').filter({ hasText: 'Niets gevonden' })
    await expect(picture).toContainText('nowhere')
    await picture.getByRole('button', { name: 'Filters wissen' }).click()
    await expect(page).not.toHaveURL(/nowhere/)
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`/refunds?created_at>=${tomorrow}&status=PROCESSED`)
    await page.getByRole('button', { name: 'Verruim tot een jaar' }).click()
    await expect(page).not.toHaveURL(new RegExp(`created_at%3E=${tomorrow}`))
    await expect(rows(page).first()).toBeVisible()
  })

  test('nothing under several filters says without which of them there is something', async ({ page }) => {
    await page.goto(`/transactions?payment_product=card&merchant_reference=of-nobody&${untilYesterday()}`)
    const picture = page.getByRole('status').filter({ hasText: 'Niets gevonden' })
    const without = picture.getByRole('button', { name: /^Zonder/ })
    await expect(without).toHaveText([/^Zonder “Referentie”: [\d.]+ rijen$/])
    const said = Number((await without.textContent())?.replace(/\D/g, ''))
    await without.click()
    await expect(page).toHaveURL(/payment_product/)
    expect(await total(page)).toBe(said)
  })

  test('a failure says why, and tries again', async ({ page }) => {
    await page.route('**/v1/transaction?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal_error', request_id: 'request-17' } }),
    )
    await page.goto('/transactions')
    await expect(notice(page)).toContainText('Dit kon niet worden geladen')
    await expect(notice(page)).toContainText('request-17')
    await page.unroute('**/v1/transaction?*')
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(rows(page).first()).toBeVisible()
  })

  test('what is forbidden names the role that opens it', async ({ page }) => {
    await page.route('**/v1/transaction?*', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', details: { roles: ['TRANSACTION_LIST'] } } }),
    )
    await page.goto('/transactions')
    await expect(page.getByText('Hier heb je geen toegang toe')).toBeVisible()
    await expect(page.getByText(/TRANSACTION_LIST/)).toBeVisible()
  })
})

const endless = (element: Element): number =>
  element
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY).length
