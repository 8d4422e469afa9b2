import { expect, type Page, test } from './support/test.ts'

test.describe('the page that tests use one after the other', () => {
  test.describe.configure({ mode: 'serial' })
  let before: Page | undefined

  test('is left with much in it', async ({ page, context, baseURL }) => {
    await page.goto('/login')
    await page.evaluate(() => {
      localStorage.setItem('left', 'here')
      sessionStorage.setItem('left', 'here')
      history.pushState(null, '', '/login?further')
    })
    await context.addCookies([{ name: 'left', value: 'here', url: baseURL ?? '' }])
    await page.route('**/healthz', (route) => route.abort())
    page.on('dialog', (question) => question.dismiss())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await context.newPage()
    before = page
  })

  test('has nothing of it in the next test', async ({ page, context }) => {
    expect(page).toBe(before)
    expect(context.pages()).toEqual([page])
    expect(await context.cookies()).toEqual([])
    expect(page.viewportSize()).toEqual({ width: 1280, height: 720 })
    expect((await page.goto('/healthz'))?.status()).toBe(200)
    const found = await page.evaluate(() => ({
      kept: { ...localStorage, ...sessionStorage },
      isDark: matchMedia('(prefers-color-scheme: dark)').matches,
      // The place where the page rested, and this one.
      places: history.length,
    }))
    expect(found).toEqual({ kept: {}, isDark: false, places: 2 })
    page.once('dialog', (question) => question.accept())
    expect(await page.evaluate(() => confirm('Is nobody else asked?'))).toBe(true)
    await page.clock.install({ time: new Date('2020-01-01') })
  })

  test('is another one after a test that moved the clock', async ({ page }) => {
    expect(page).not.toBe(before)
    await page.goto('/healthz')
    expect(await page.evaluate(() => new Date().getFullYear())).toBeGreaterThan(2020)
  })
})
