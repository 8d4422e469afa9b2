import { expect, type Page } from './test.ts'

export const sizes = {
  desk: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const
const themes = ['light', 'dark'] as const
export const languages = ['nl', 'en-US'] as const

export interface Look {
  size: keyof typeof sizes
  theme: (typeof themes)[number]
  language: (typeof languages)[number]
}

const sizeNames = Object.keys(sizes) as Look['size'][]
export const everyLook: readonly Look[] = sizeNames.flatMap((size) =>
  themes.flatMap((theme) => languages.map((language) => ({ size, theme, language }))),
)

/** Sets the size, theme and language, as if the person had chosen them in this browser before. */
export async function wear(page: Page, { size, theme, language }: Look): Promise<void> {
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await speak(page, language)
}

/** As if the person had chosen the language in this browser before. */
export const speak = (page: Page, language: Look['language']) =>
  page.addInitScript((chosen) => localStorage.setItem('kontor.language', chosen), language)

/** Waits until nothing is loading. */
export async function untilCalm(page: Page): Promise<void> {
  await expect(
    page
      .getByRole('heading')
      .or(page.getByText(/bestaat niet|does not exist/))
      .first(),
  ).toBeVisible()
  await expect(page.getByLabel(/^(Bezig met laden|Loading)$/)).toHaveCount(0)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/** Sets the theme, and waits until the page has applied it and all colour transitions have ended. */
export async function putOn(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
  await page.waitForFunction(() => !document.getAnimations().some((each) => each instanceof CSSTransition))
}
