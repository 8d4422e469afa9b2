import { rows } from '../support/list.ts'
import { sizes } from '../support/looks.ts'
import { tab, tabContent } from '../support/panel.ts'
import { expect, test } from '../support/test.ts'

test.use({ who: 'owner' })

test('what was released leads to what was held on that day, and its amount is whole on a phone (money check 9)', async ({
  page,
}) => {
  await page.setViewportSize(sizes.phone)
  // A week gives nothing back where nothing was held in the week that it releases.
  const paid: { id: string; reserve_released: number }[] = await (
    await page.request.get('/v1/settlement?status=PAID&_limit=100')
  ).json()
  const released = paid.find(({ reserve_released }) => reserve_released !== 0)
  await page.goto(`/report/settlement/${released?.id}`)
  await tab(page, 'Boekingen').click()
  const table = page.getByRole('region', { name: 'Boekingen' })
  await expect(table.getByRole('link').first()).toBeVisible()
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await tabContent(page).getByRole('combobox').selectOption('reserve_released')
  await table
    .getByRole('link', { name: /^Ingehouden op/ })
    .first()
    .click()
  await expect(page).toHaveURL(/report\/transfers\?.*reserve_hold/)
  await expect(rows(page).first()).toContainText('Ingehouden')
})
