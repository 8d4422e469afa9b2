import { browserLaunch } from './e2e/browser.ts'
import { chromium } from '@playwright/test'
const base = 'http://localhost:23511'
const browser = await chromium.launch(await browserLaunch())
const [,, mode = 'all'] = process.argv
async function session(email: string, options: object) {
  const context = await browser.newContext({ baseURL: base, ...options })
  const page = await context.newPage()
  const reply = await page.request.post('/v1/auth/login', { data: { username: email, password: 'Kontor-demo-2026' } })
  console.log(email, reply.status())
  return page
}
async function shot(page: any, path: string, name: string, after?: () => Promise<void>) {
  await page.goto(path)
  await page.waitForLoadState('networkidle').catch(() => {})
  await page.waitForTimeout(600)
  if (after) await after().catch((e: Error) => console.log(name, e.message.slice(0, 300)))
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true })
}
const sizes = { light: { viewport: { width: 1440, height: 1000 }, colorScheme: 'light', locale: 'nl-NL' }, narrow: { viewport: { width: 390, height: 900 }, colorScheme: 'dark', locale: 'nl-NL' }, middle: { viewport: { width: 1024, height: 800 }, colorScheme: 'light', locale: 'en-US' } } as const
for (const [size, options] of Object.entries(sizes)) {
  if (mode !== 'all' && mode !== size) continue
  const page = await session('owner@bloom.example', options)
  const list = async (path: string) => (await page.request.get(path)).json()
  const routings = await list('/v1/routing')
  const secure = await list('/v1/validationruleset?action=3dSecure')
  const tags = await list('/v1/validationruleset?action=tag')
  const profiles = await list('/v1/paymentprofile')
  const id = routings.find((r: any) => r.name.startsWith('Kaarten Belg'))?.id
  await shot(page, '/intelligent-routing', `${size}-routings`, async () => { for (const b of await page.getByRole('button', { name: /uitklappen|Expand/ }).all()) await b.click(); await page.waitForTimeout(500) })
  await shot(page, `/intelligent-routing/view/${id}`, `${size}-routing-panel`)
  await shot(page, `/intelligent-routing/view/${id}`, `${size}-versions`, async () => { await page.getByRole('tab', { name: /Versies|Versions/ }).click(); await page.waitForTimeout(800) })
  await shot(page, `/intelligent-routing/${id}`, `${size}-editor`, async () => { await page.waitForTimeout(800) })
  await shot(page, '/3dsecure', `${size}-3ds`)
  await shot(page, `/3dsecure/${secure[0]?.id}`, `${size}-3ds-panel`)
  await shot(page, '/tagrules', `${size}-tags`)
  await shot(page, `/riskrules`, `${size}-risk`)
  await shot(page, `/tagrules/${tags[0]?.id}`, `${size}-tag-panel`)
  const be = profiles.find((p: any) => p.name === 'Bloom België')
  const payments = await list(`/v1/transaction?payment_product=card&payment_profile=${be?.id}&_limit=5`)
  const pay = payments[2]
  await shot(page, `/transactions/${pay?.id}`, `${size}-why`, async () => { await page.getByRole('tab', { name: /^Route$/ }).click(); await page.waitForTimeout(800) })
  await shot(page, `/paymentprofiles/${be?.id}`, `${size}-profile`, async () => { await page.getByRole('button', { name: /^(Wijzigen|Edit)$/ }).last().click(); await page.waitForTimeout(800) })
}
await browser.close()
