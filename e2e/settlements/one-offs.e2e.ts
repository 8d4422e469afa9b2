import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { merchantCalled } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('booked one-offs of a merchant name their settlement', async ({ page, api }) => {
  await page.goto(`/psp/merchants/${await merchantCalled(api, 'Bloom')}:/finance/one-offs?status=BOOKED`)
  // The rent of this month waits for its settlement on the first of it.
  await row(page, 'Huur betaalterminal').last().getByRole('link').first().click()
  await expect(panel(page).getByRole('link', { name: /^[A-Z0-9]{6}-\d{6}$/ })).toBeVisible()
})

test('a one-off that gives money is written by one person and approved by another', async ({ page, api }) => {
  const merchant = await newMerchant(api)
  const list = `/psp/merchants/${merchant.id}:/finance/one-offs`
  await page.goto(list)
  await expect(title(page)).toHaveText('Losse posten')
  await expect(page.getByText('Geen losse posten')).toBeVisible()
  await expectNoViolations(page)

  await page.keyboard.press('n')
  const form = dialog(page, 'Losse post toevoegen')
  await expect(form.getByRole('combobox', { name: 'Soort' })).toBeFocused()
  await form.getByRole('combobox', { name: 'Soort' }).selectOption({ label: 'Tegoed' })
  await form.getByRole('textbox', { name: 'Bedrag' }).fill('0')
  await form.getByRole('textbox', { name: 'Bedrag' }).press('Enter')
  await expect(form.getByText('Vul dit in').first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Bedrag' })).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await form.getByRole('textbox', { name: 'Bedrag' }).fill('75')
  await form.getByRole('textbox', { name: 'Omschrijving (Nederlands)' }).fill('Tegemoetkoming storing')
  await form.getByRole('textbox', { name: 'Omschrijving (Engels)' }).fill('Compensation for an outage')
  await form.getByRole('button', { name: 'Losse post toevoegen' }).dblclick()
  await expect(form).toBeHidden()

  const entry = page.getByRole('table').getByRole('link', { name: 'Tegemoetkoming storing' })
  await expect(entry).toHaveCount(1)
  await entry.click()
  await expect(panel(page)).toContainText('€ 75,00')
  await expect(panel(page)).toContainText('Iemand anders keurt deze post goed')
  await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
  const approval = dialog(page, 'Losse post goedkeuren?')
  await approval.getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(approval.getByRole('alert')).toContainText('Dit moet iemand anders goedkeuren')
  await expectNoViolations(page)

  const address = page.url()
  const other = await newPerson({ isStaff: true, role: 'PSP_ALL' })
  await page.context().clearCookies()
  await enter(page, other)
  await page.goto(address)
  await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
  await approval.getByRole('button', { name: 'Goedkeuren' }).click()
  await expect(approval).toBeHidden()
  await expect(panel(page).getByText('Goedgekeurd', { exact: true })).toBeVisible()
  await expect(panel(page)).toContainText(other.name)
})
