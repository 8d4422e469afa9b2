import { join } from 'node:path'
import { openLine } from '../support/line.ts'
import { everyLook, wear } from '../support/looks.ts'
import { test } from '../support/test.ts'

const folder = join(import.meta.dirname, '../../pictures')

test.use({ who: 'owner', serviceWorkers: 'allow' })

for (const look of everyLook)
  test(`no connection at ${look.size}, ${look.theme}, ${look.language}`, async ({ page, context, baseURL }) => {
    const line = await openLine(baseURL ?? '')
    const take = (name: string) =>
      page.screenshot({ path: join(folder, `${look.size}-${look.theme}-${look.language}`, `connection-${name}.png`) })
    const bar = page.getByRole('status').filter({ hasText: /Geen verbinding|No connection/ })
    const table = page.locator('table[aria-busy="false"]')
    await page.clock.install()
    await wear(page, look)
    await page.goto(`${line.url}/transactions`)
    await table.waitFor()
    await page.clock.fastForward(31_000)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await page.reload()
    await table.waitFor()
    line.cut()
    await context.setOffline(true)
    await bar.waitFor()
    await take('list')
    await page.reload()
    await page.getByText(/gaat vanzelf open|opens by itself/).waitFor()
    await take('reload')
    await context.setOffline(false)
    line.mend()
    await page.clock.fastForward(10_000)
    await table.waitFor()
    await context.clearCookies()
    await page.goto(`${line.url}/login`)
    await page.getByRole('textbox').first().waitFor()
    await context.setOffline(true)
    await bar.waitFor()
    await take('sign-in')
    await line.close()
  })
