import { randomUUID } from 'node:crypto'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, rows } from '../support/list.ts'
import { fromMail } from '../support/mails.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { rare, tab, tabContent } from '../support/panel.ts'
import { fillIn } from '../support/signing-in.ts'
import { expect, type Locator, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const password = 'Nieuwe-sleutel-2026'
/** The checkbox of a role, which a search brings up from its closed group. */
async function roleOf(form: Locator, name: string): Promise<Locator> {
  await form.getByRole('searchbox', { name: 'Zoek een rol' }).fill(name)
  return form.getByRole('checkbox', { name, exact: true })
}

test('two are invited, one comes in, and what they may do changes at their next request, until they are disabled', async ({
  page,
  api,
  browser,
}) => {
  const { id, owner } = await newMerchant(api)
  const [anna, bert] = ['anna', 'bert'].map((name) => `${name}.${randomUUID().slice(0, 8)}@shop.example`)
  await page.goto(`/psp/merchants/${id}:/users`)
  await expect(title(page)).toHaveText('Gebruikers')

  await page.getByRole('button', { name: 'Gebruikers uitnodigen' }).click()
  const form = dialog(page, 'Gebruikers uitnodigen')
  await form.getByLabel('E-mailadressen').fill(`Anna de Wit <${anna}>\n${bert}\n${owner.email}`)
  await (await roleOf(form, 'Bekijkt labels')).check()
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Uitnodigen', exact: true }).click()
  const outcome = dialog(page, 'Niet iedereen is uitgenodigd')
  await expect(outcome.getByRole('row', { name: owner.email })).toContainText('Is al gebruiker')
  await expect(outcome.getByRole('row', { name: anna ?? '' })).toContainText('Uitgenodigd')
  await outcome.getByRole('button', { name: 'Sluiten' }).last().click()
  await expect(rows(page)).toHaveCount(3)

  const link = await fromMail(anna ?? '', /http\S+updatePassword\S+/)
  const theirs = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const visit = await theirs.newPage()
  await visit.goto(link)
  await visit.getByRole('textbox', { name: 'Nieuw wachtwoord', exact: true }).fill(password)
  await visit.getByRole('textbox', { name: 'Nieuw wachtwoord herhalen' }).fill(password)
  await visit.getByRole('button', { name: 'Wachtwoord opslaan' }).click()
  await fillIn(visit, anna ?? '', password)
  const may = async () => [
    (await visit.request.get('/v1/tag')).status(),
    (await visit.request.get('/v1/plan')).status(),
  ]
  await expect.poll(may).toEqual([200, 403])

  await page.reload()
  await row(page, 'Anna de Wit').click()
  await expect(panel(page)).toContainText('Actief')
  // Without a factor there may be passkeys and remembered devices.
  await expect(await rare(page, 'Tweede stap wissen')).toBeVisible()
  await page.keyboard.press('Escape')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  const edit = dialog(page, 'Anna de Wit wijzigen')
  // Somebody of a merchant is always at a place in it.
  await expect(edit.getByRole('combobox', { name: 'Organisatie' })).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Wissen', exact: true })).toHaveCount(0)
  await (await roleOf(edit, 'Bekijkt labels')).uncheck()
  await (await roleOf(edit, 'Bekijkt abonnementsplannen')).check()
  await edit.getByRole('button', { name: 'Toegang bekijken' }).click()
  // The roles as they are chosen, against those of today: nothing is saved yet.
  await expect(edit.getByRole('row', { name: /^Labels vervalt 0 –$/ })).toBeVisible()
  await expect(edit.getByRole('row', { name: /^Abonnementsplannen nieuw – 0$/ })).toBeVisible()
  expect(await may()).toEqual([200, 403])
  await expectNoViolations(page)
  await edit.getByRole('button', { name: 'Opslaan' }).click()
  await expect(edit).toBeHidden()
  expect(await may()).toEqual([403, 200])

  await panel(page).getByRole('button', { name: 'Uitschakelen' }).click()
  await dialog(page, 'Anna de Wit uitschakelen?').getByRole('button', { name: 'Uitschakelen' }).click()
  await expect(panel(page)).toContainText('Uitgeschakeld')
  expect((await visit.request.get('/v1/plan')).status()).toBe(401)
  await (await rare(page, 'Tweede stap wissen')).click()
  const reset = dialog(page, 'Tweede stap van Anna de Wit wissen?')
  await reset.getByRole('button', { name: 'Tweede stap wissen' }).click()
  const why = reset.getByRole('textbox', { name: 'Hoe weet je wie het vraagt?' })
  await expect(why).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await why.fill('Teruggebeld op haar vaste nummer')
  await reset.getByRole('button', { name: 'Tweede stap wissen' }).click()
  await expect(reset).toBeHidden()
  await tab(page, 'Geschiedenis').click()
  await expect(tabContent(page)).toContainText('Een gebruiker uitschakelen')
  await expect(tabContent(page)).toContainText('Teruggebeld op haar vaste nummer')

  // A user who is enabled again signs in as before, until they are signed out everywhere.
  const press = async (verb: string, title: string, isRare = false) => {
    await (isRare ? await rare(page, verb) : panel(page).getByRole('button', { name: verb })).click()
    const asked = page.getByRole('dialog', { name: title })
    await asked.getByRole('button', { name: verb }).click()
    await expect(asked).toBeHidden()
  }
  await press('Inschakelen', 'Anna de Wit inschakelen?')
  await expect(panel(page)).toContainText('Actief')
  const again = await visit.request.post('/v1/auth/login', { data: { username: anna, password } })
  expect(again.status()).toBe(200)
  expect(await may()).toEqual([403, 200])
  await press('Overal afmelden', 'Anna de Wit overal afmelden?', true)
  expect(await may()).toEqual([401, 401])
  await press('Wachtwoordlink mailen', 'Link voor een nieuw wachtwoord mailen?')
  await expect.poll(() => fromMail(anna ?? '', /http\S+updatePassword\S+/)).not.toBe(link)
  await theirs.close()
  await press('Verwijderen', 'Anna de Wit verwijderen?')
  await expect(row(page, 'Anna de Wit')).toHaveCount(0)

  // The other is invited once more; a link that is handed over is shown once.
  const invitation = await fromMail(bert ?? '', /http\S+updatePassword\S+/)
  await row(page, 'Bert').getByRole('link').first().click()
  await press('Opnieuw uitnodigen', 'opnieuw uitnodigen?')
  await expect.poll(() => fromMail(bert ?? '', /http\S+updatePassword\S+/)).not.toBe(invitation)
  await panel(page).getByRole('button', { name: 'Link kopiëren' }).click()
  await page.getByRole('button', { name: 'Link maken' }).click()
  await expect(page.getByText(/updatePassword\?token=/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Klaar' }).click()
  await expect(page.getByText(/updatePassword\?token=/)).toHaveCount(0)
})

test('the last user with full access is not disabled', async ({ page, api }) => {
  const { id, owner } = await newMerchant(api)
  await page.goto(`/psp/merchants/${id}:/users`)
  await row(page, owner.email).click()
  await panel(page).getByRole('button', { name: 'Uitschakelen' }).click()
  const ask = dialog(page, `${owner.name} uitschakelen?`)
  await ask.getByRole('button', { name: 'Uitschakelen' }).click()
  await expect(ask).toContainText('Dit is de laatste gebruiker die alles mag.')
})

test('the provider’s staff are listed apart, and nobody changes themselves there', async ({ page }) => {
  // Other tests add staff: a row that is scrolled half under the head is no target of a size.
  await page.goto('/psp/users?_search=Philippa&_search_by=name')
  await expect(title(page)).toHaveText('Gebruikers')
  await row(page, 'Philippa Provider').click()
  await expect(panel(page)).toContainText('psp@kontor.example')
  await expectNoViolations(page)
  await tab(page, 'Aanmeldingen').click()
  await expect(tabContent(page)).toContainText('Aangemeld')
  await expectNoViolations(page)
})
