import pg from 'pg'
import { codeFor } from './mails.ts'
import { expect, type Locator, type Page } from './test.ts'

/** Presses the button of a dialog, gives the second factor where it is asked for, and waits until the dialog is closed. */
export async function confirm(page: Page, asked: Locator, verb: string, { email }: { email: string }): Promise<void> {
  await asked.getByRole('button', { name: verb }).click()
  const code = page.getByRole('dialog', { name: 'Bevestig dat jij het bent' }).getByRole('textbox', { name: 'Code' })
  await expect(code.or(page.locator('body:not(:has([role=dialog]))')).first()).toBeVisible()
  if (await code.isVisible()) {
    await code.fill(await codeFor(email))
    await code.press('Enter')
  }
  await expect(asked).toBeHidden()
}

/** The sessions of a person have just shown a second factor: a super user's is no code by mail, which a test could read. */
export async function hasShownFactor({ email }: { email: string }): Promise<void> {
  const client = new pg.Client(process.env.KONTOR_E2E_DATABASE_URL)
  await client.connect()
  await client.query(
    'update session set factor_at = now() where user_id = (select id from platform_user where email = $1)',
    [email],
  )
  await client.end()
}
