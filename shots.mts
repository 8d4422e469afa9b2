import { chromium } from '@playwright/test'
import { browserLaunch } from './e2e/browser.ts'
const browser = await chromium.launch(await browserLaunch())
async function look(name: string, who: string, path: string, o: {width?: number; height?: number; dark?: boolean; lang?: string; act?: (p: any) => Promise<void>} = {}) {
  const context = await browser.newContext({ viewport: { width: o.width ?? 1440, height: o.height ?? 900 }, colorScheme: o.dark ? 'dark' : 'light', locale: o.lang ?? 'en-US' })
  const page = await context.newPage()
  const base = 'http://localhost:23110'
  page.on('pageerror', (e: any) => console.log('ERR', name, e.message))
  await page.goto(base + path)
  await page.locator('input').nth(0).fill(who)
  await page.locator('input[type=password]').fill('Kontor-demo-2026')
  await page.getByRole('button', { name: /^(Sign in|Aanmelden)$/ }).click()
  await page.waitForTimeout(2500)
  await page.waitForTimeout(2500)
  if (o.act) await o.act(page)
  await page.screenshot({ path: `/dev/shm/shot-${name}.png` })
  await context.close()
}
const owner = 'owner@bloom.example'
const form = async (p: any) => {
  await p.getByRole('button', { name: /^(Add ruleset|Regelset toevoegen)$/ }).click()
  await p.waitForTimeout(1500)
  const names = p.getByRole('group', { name: /^(Rule|Regel) 1$/ }).getByRole('combobox')
  await names.nth(0).selectOption('card_brand')
  await names.nth(1).selectOption('IN')
  await p.waitForTimeout(500)
}
for (const what of process.argv.slice(2)) {
  if (what === 'tag') await look('tag', owner, '/tagrules')
  if (what === 'tagform') await look('tagform', owner, '/tagrules', { act: form, height: 1100 })
  if (what === 'risk') await look('risk', owner, '/riskrules', { act: async (p: any) => { await p.locator('[data-row]').first().click(); await p.waitForTimeout(1500) } })
  if (what === 'dark') await look('dark', owner, '/riskrules', { width: 390, height: 844, dark: true, lang: 'nl' })
  if (what === 'darkform') await look('darkform', owner, '/riskrules', { width: 390, height: 1300, dark: true, lang: 'nl', act: form })
  if (what === 'psp') await look('psp', 'psp@kontor.example', '/psp/3dsecure', { lang: 'nl' })
}
await browser.close()
