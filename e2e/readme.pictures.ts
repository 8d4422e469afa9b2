import { join } from 'node:path'
import { untilCalm, wear } from './support/looks.ts'
import { untilYesterday } from './support/payments.ts'
import { expect, test } from './support/test.ts'

test.use({ who: 'owner' })

test('the picture of the README', async ({ page }) => {
  await wear(page, { size: 'desk', theme: 'light', language: 'en-US' })
  // The payments of today are those with which a demo begins, all of one minute.
  await page.goto(`/transactions?${untilYesterday()}`)
  await untilCalm(page)
  await page
    .getByRole('row', { name: /Captured.*Card/ })
    .nth(2)
    .click({ position: { x: 40, y: 10 } })
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible()
  await untilCalm(page)
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(import.meta.dirname, '../docs/picture.png') })
})
