import { inventedIban } from '../../server/src/demo/money/invented-iban.ts'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row } from '../support/list.ts'
import { codeFor, fromMail } from '../support/mails.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab } from '../support/panel.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const textPdf = Buffer.from('%PDF-1.4\nA statement\n%%EOF')

test('a bank account is added with a factor, proved, verified by the provider, and stopped by the link of its mail', async ({
  page,
  api,
}) => {
  const merchant = await newMerchant(api)
  const holder = `Bloemen ${merchant.id.slice(-6)}`
  await enter(page, merchant.owner)
  await page.goto('/bank-accounts')
  await expect(title(page)).toHaveText('Bankrekeningen')
  await expectNoViolations(page)

  // By the keyboard, with a wrong IBAN first.
  await page.keyboard.press('n')
  const form = dialog(page, 'Bankrekening toevoegen')
  await expect(form.getByRole('textbox', { name: 'Rekeninghouder' })).toBeFocused()
  await page.keyboard.type(holder)
  await page.keyboard.press('Tab')
  await page.keyboard.type('NL91 ABNA 0417 1643 01')
  await page.keyboard.press('Enter')
  await expect(form.getByText('De IBAN klopt niet: kijk de cijfers na')).toBeVisible()
  const iban = inventedIban(Number.parseInt(merchant.id.slice(-6), 16))
  await form.getByRole('textbox', { name: 'IBAN' }).fill(iban)
  await page.keyboard.press('Enter')

  // The factor is asked over the form, which then goes on by itself.
  const factor = dialog(page, 'Bevestig dat jij het bent')
  const code = factor.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.type(await codeFor(merchant.owner.email))
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(holder)
  await expect(panel(page)).not.toContainText(iban)
  await expectNoViolations(page)

  await tab(page, 'Documenten').click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel(page).getByRole('button', { name: 'Document toevoegen' }).click(),
  ])
  await chooser.setFiles({ name: 'afschrift.pdf', mimeType: 'application/pdf', buffer: textPdf })
  await expect(panel(page).getByRole('link', { name: 'afschrift.pdf' })).toBeVisible()
  await expect(panel(page).getByText('In behandeling')).toBeVisible()

  // The whole IBAN is on record.
  await panel(page).getByRole('button', { name: 'Hele IBAN tonen' }).click()
  await dialog(page, /IBAN van/)
    .getByRole('button', { name: 'Hele IBAN tonen' })
    .click()
  await expect(dialog(page, holder)).toContainText(iban.slice(0, 4))
  await page.keyboard.press('Escape')
  await tab(page, 'Ingezien').click()
  await expect(panel(page)).toContainText('IBAN bekeken')

  const link = await fromMail(merchant.owner.email, /http\S+bank-account-alarm\S+/)
  await page.goto(link.replace(/^https?:\/\/[^/]+/, ''))
  await expect(page.getByText('Klopt deze rekening niet?')).toBeVisible()
  expect(page.url()).not.toContain('token')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Stop alle uitbetalingen' }).click()
  await expect(page.getByText(/staan stil/)).toBeVisible()
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('finds what waits on Home, and approves a name that is almost right with a reason', async ({ page }) => {
    await page.goto('/psp/bank-accounts?status=PENDING')
    await expect(title(page)).toHaveText('Uitbetaalrekeningen')
    await row(page, 'Bloem B.V.').getByRole('link').first().click()
    await panel(page).getByRole('button', { name: 'Goedkeuren' }).click()
    const form = dialog(page, /goedkeuren/)
    await expect(form).toContainText('Naamcontrole: Bijna (Bloom B.V.)')
    await form.getByRole('button', { name: 'Goedkeuren' }).click()
    // The documents and the reason.
    await expect(form.getByText('Vul dit in')).toHaveCount(2)
    await expectNoViolations(page)
  })
})
