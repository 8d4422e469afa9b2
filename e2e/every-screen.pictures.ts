import { join } from 'node:path'
import { everyLook, type Look, untilCalm, wear } from './support/looks.ts'
import { everyScreen, type Screen } from './support/screens.ts'
import { type Page, test } from './support/test.ts'

const folder = join(import.meta.dirname, '../pictures')

for (const look of everyLook) {
  const { size, theme, language } = look
  test(`every screen at ${size}, ${theme}, ${language}`, async ({ api, browser, sessionOf, baseURL }) => {
    const only = process.env.KONTOR_PICTURES
    const screens = (await everyScreen(api)).filter(({ name }) => !only || only.split(',').includes(name))
    for (const who of new Set(screens.map((screen) => screen.who))) {
      const context = await browser.newContext({
        storageState: await sessionOf(who),
        ...(baseURL ? { baseURL } : {}),
        timezoneId: 'Europe/Amsterdam',
      })
      const page = await context.newPage()
      await wear(page, look)
      for (const screen of screens.filter((each) => each.who === who)) await take(page, screen, look)
      await context.close()
    }
    const page = await browser.newPage(baseURL ? { baseURL } : {})
    await wear(page, look)
    await take(page, { name: 'login', who: 'owner', address: '/login' }, look)
    await take(page, { name: 'set-up', who: 'owner', address: '/set-up?token=none' }, look)
    await page.close()
  })
}

async function take(page: Page, { name, address, opens }: Screen, { size, theme, language }: Look): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await untilCalm(page)
  if (opens) {
    await page
      .getByRole('button', { name: opens })
      .or(page.getByRole('switch', { name: opens }))
      .first()
      // The visible switch covers its own checkbox.
      .click({ force: true })
    await untilCalm(page)
    await page.waitForTimeout(250)
  }
  await page.screenshot({ path: join(folder, `${size}-${theme}-${language}`, `${name}.png`) })
}
