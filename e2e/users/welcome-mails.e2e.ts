import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row } from '../support/list.ts'
import { fromMail } from '../support/mails.ts'
import { newPerson } from '../support/making/new-person.ts'
import { blocked, tab, tabContent } from '../support/panel.ts'
import { people } from '../support/people.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const call = async (api: APIRequestContext, path: string, data: object) => {
  const response = await api.post(`/v1/psp/welcomemail${path}`, {
    data,
    headers: { 'idempotency-key': randomUUID() },
  })
  return response.json()
}
const newMail = async (api: APIRequestContext, given: object = {}) => {
  const name = `Welkom ${randomUUID().slice(0, 8)}`
  return { name, id: (await call(api, '', { name, content: 'Dag [name]: [url]', ...given })).id as string }
}

test('a welcome mail is written with its preview beside it, changed, and deleted', async ({ page }) => {
  const name = `Feestelijk ${randomUUID().slice(0, 8)}`
  await page.goto('/psp/welcome-mails')
  await expect(title(page)).toHaveText('Welkomstmails')
  await page.getByRole('button', { name: 'Welkomstmail maken' }).click()
  const form = dialog(page, 'Welkomstmail maken')
  await form.getByRole('textbox', { name: 'Naam' }).fill(name)
  const [dutch, english] = [
    form.getByRole('region', { name: 'Nederlands', exact: true }),
    form.getByRole('region', { name: 'Engels', exact: true }),
  ]
  const content = dutch.getByRole('textbox')
  await expect(content).toHaveValue(/24 uur/)
  await expect(english.getByRole('textbox')).toHaveValue(/24 hours/)

  await content.fill('Welkom <script>alert(1)</script> ')
  await form.getByRole('button', { name: 'Welkomstmail maken' }).click()
  await expect(dutch).toContainText('De link ontbreekt')
  await content.press('End')
  await dutch.getByRole('button', { name: 'Naam' }).click()
  await expect(content).toHaveValue('Welkom <script>alert(1)</script> [name]')
  await expect(content).toBeFocused()
  await dutch.getByRole('button', { name: 'Knop: wachtwoord instellen' }).click()
  const example = dutch.getByRole('region', { name: 'Voorbeeld: Nederlands' })
  await expect(example).toContainText('Welkom <script>alert(1)</script>')
  await expect(example).toContainText('Wachtwoord instellen')
  await english.getByRole('textbox').fill('')
  await expect(english).toContainText('standaardtekst van Kontor')
  await expectNoViolations(page)
  await form.getByRole('button', { name: 'Welkomstmail maken' }).click()

  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name)
  await expect(panel(page)).toContainText('niemand')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  const edit = dialog(page, `${name} wijzigen`)
  await edit.getByRole('textbox', { name: 'Naam' }).fill(`${name} 2`)
  await edit.getByRole('button', { name: 'Opslaan' }).click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(`${name} 2`)
  await tab(page, 'Geschiedenis').click()
  await expect(tabContent(page)).toContainText('Een welkomstmail wijzigen')
  await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
  await dialog(page, `${name} 2 verwijderen?`).getByRole('button', { name: 'Verwijderen' }).click()
  await expect(row(page, name)).toHaveCount(0)
})

test('a tick of the list saves by itself, moves from the mail that had it, and works with the keyboard', async ({
  page,
  api,
}) => {
  const { name, id } = await newMail(api)
  const before = await (await api.get('/v1/psp/welcomemail?psp_default=true')).json()
  await page.goto('/psp/welcome-mails')
  const tick = (of: string) => page.getByRole('checkbox', { name: `Standaard voor medewerkers: ${of}` })
  await tick(name).focus()
  await page.keyboard.press('Space')
  await expect(tick(name)).toBeChecked()
  for (const other of before) await expect(tick(other.name)).not.toBeChecked()
  await expect(panel(page)).toHaveCount(0)
  await expectNoViolations(page)
  await row(page, name).click()
  await expect(panel(page)).toContainText('eigen medewerkers')
  await expect(await blocked(page, 'Verwijderen')).toContainText('Deze mail wordt voor uitnodigingen gebruikt')
  const undo = page.getByRole('status').getByRole('button', { name: 'Ongedaan maken' })
  await undo.click()
  await expect(tick(name)).not.toBeChecked()
  for (const other of before) await expect(tick(other.name)).toBeChecked()
  await expect(undo).toHaveCount(0)

  await tick(name).click()
  await expect(tick(name)).toBeChecked()
  await tick(name).click()
  const ask = dialog(page, `${name} niet meer versturen?`)
  await expect(ask).toContainText('krijgen de standaardtekst van Kontor')
  await expectNoViolations(page)
  await ask.getByRole('button', { name: 'Annuleren' }).click()
  await expect(tick(name)).toBeChecked()
  await tick(name).click()
  await ask.getByRole('button', { name: 'Niet meer versturen' }).click()
  await expect(tick(name)).not.toBeChecked()
  for (const other of before) await call(api, `/${other.id}`, { psp_default: true })
  await api.delete(`/v1/psp/welcomemail/${id}`, { data: {}, headers: { 'idempotency-key': randomUUID() } })
})

test('a preview is mailed to the one who asks, from the row', async ({ page, api }) => {
  const { name } = await newMail(api, { content: `Voorbeeld ${randomUUID()} voor [name]: [url]` })
  await page.goto('/psp/welcome-mails')
  await page.getByRole('button', { name: `Voorbeeld van ${name}` }).click()
  const ask = dialog(page, 'Voorbeeld')
  await expect(ask).toContainText('Wil je een voorbeeld per e-mail ontvangen?')
  await expectNoViolations(page)
  await ask.getByRole('button', { name: 'Voorbeeld versturen' }).click()
  await expect(ask).toHaveCount(0)
  await expect(panel(page)).toHaveCount(0)
  await fromMail(people.provider.email, /Voorbeeld: Welkom bij Kontor/)
})

test.describe('somebody who may only look', () => {
  test.use({ who: 'nobody' })

  test('gets no ticks in the list, reads in the panel whom a welcome mail invites, and may have it mailed', async ({
    page,
    api,
  }) => {
    const { name } = await newMail(api)
    await enter(page, await newPerson({ isStaff: true, role: 'PSP_WELCOME_LIST' }))
    await page.goto('/psp/welcome-mails')
    await expect(row(page, name)).toBeVisible()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Welkomstmail maken' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Voorbeeld van ${name}` })).toBeVisible()
    await row(page, name).click()
    await expect(panel(page)).toContainText('niemand')
  })
})
