import { addresses } from '../../server/src/migrate.ts'
import { openDatabases } from '../../server/src/platform/db/database.ts'
import { makers } from '../../server/test/make.ts'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { confirm } from '../support/fresh-factor.ts'
import { panel } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** An account that the merchant may be paid to. */
async function usableAccount(merchant: string, holder: string, currency_code: string): Promise<void> {
  const { KONTOR_E2E_DATABASE_URL: adminUrl = '', KONTOR_E2E_MASTER_KEY: masterKey = '' } = process.env
  const databases = openDatabases(addresses(adminUrl, masterKey), () => {}, { merchant: 1, provider: 1 })
  const credential = { api_key: 'unused', notification_secret: 'unused' }
  await makers(databases, { masterKey, processorUrl: '', credential }).bankAccount(merchant, { holder, currency_code })
  await databases.close()
}

test('a settlement profile is made for an account of its currency, held with a reason and released', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  await usableAccount(merchant.id, 'Bloemen in pond', 'GBP')
  await usableAccount(merchant.id, 'Bloemen in euro', 'EUR')
  const person = await newPerson({ isStaff: true, role: 'PSP_ALL' })
  await enter(page, person)
  await page.goto(`/psp/merchants/${merchant.id}:/finance/settlement-profiles`)
  await expect(title(page)).toHaveText('Afrekeningsprofielen')
  await expect(page.getByText('Geen afrekeningsprofielen')).toBeVisible()
  await expectNoViolations(page)

  // By the keyboard: what is missing is said at its fields, and what was typed stays.
  await page.keyboard.press('n')
  const form = dialog(page, 'Afrekeningsprofiel toevoegen')
  await expect(form.getByRole('textbox', { name: 'Naam' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Minimale uitbetaling' }).fill('25')
  await form.getByRole('textbox', { name: 'Naam' }).press('Enter')
  await expect(form.getByText('Vul dit in')).toBeVisible()
  await expect(form.getByText('Kies een bankrekening')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Minimale uitbetaling' })).toHaveValue('25,00')
  await expectNoViolations(page)
  await form.getByRole('textbox', { name: 'Naam' }).fill('Elke week')
  await form.getByRole('combobox', { name: 'Bankrekening' }).click()
  await expect(page.getByRole('option', { name: /Bloemen in euro/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Bloemen in pond/ })).toHaveCount(0)
  await page.getByRole('option', { name: /Bloemen in euro/ }).click()
  await confirm(page, form, 'Afrekeningsprofiel toevoegen', person)

  await page.getByRole('table').getByRole('link', { name: 'Elke week' }).click()
  await expect(panel(page)).toContainText(/De volgende afrekening sluit op|Er wordt alleen afgerekend/)
  await expect(panel(page)).toContainText('€ 25,00 (afwijkend)')
  await panel(page).getByRole('button', { name: 'Aanhouden' }).click()
  const hold = dialog(page, /aanhouden/)
  await hold.getByRole('button', { name: 'Aanhouden' }).click()
  await expect(hold.getByText('Vul dit in')).toBeVisible()
  await hold.getByRole('textbox', { name: 'Reden' }).fill('De naam wordt nagekeken')
  await confirm(page, hold, 'Aanhouden', person)
  await expect(panel(page).getByRole('status').filter({ hasText: 'Uitbetalingen zijn aangehouden' })).toContainText(
    'De naam wordt nagekeken',
  )
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Vrijgeven' }).click()
  await confirm(page, dialog(page, /vrijgeven/), 'Vrijgeven', person)
  await expect(panel(page).getByRole('button', { name: 'Aanhouden' })).toBeVisible()
})
