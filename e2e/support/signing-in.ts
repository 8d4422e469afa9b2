import { type Person, password, people } from './people.ts'
import type { Page } from './test.ts'

export async function fillIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByRole('textbox', { name: 'Wachtwoord' }).fill(secret)
  await page.getByRole('button', { name: 'Aanmelden' }).click()
}

/** Signs in by the form: the test gets a session of its own, which it may end. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await enter(page, people[person])
}

/** Signs in by the form, as a user of this test only. */
export async function enter(page: Page, { email }: { email: string }): Promise<void> {
  await page.goto('/login')
  await fillIn(page, email)
  await page.waitForURL((url) => url.pathname !== '/login')
}
