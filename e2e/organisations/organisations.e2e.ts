import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { addChoices, columns, panel, row, rows, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { blocked, tab, tabContent } from '../support/panel.ts'
import { body } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const tree = (page: Page) => page.getByRole('tree', { name: 'Beheer je organisaties' })
const node = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function addBelow(page: Page, above: string, name: string): Promise<void> {
  await tree(page)
    .getByRole('button', { name: `Organisatie toevoegen onder ${above}`, exact: true })
    .click()
  const form = dialog(page, 'Organisatie toevoegen')
  await form.getByRole('textbox', { name: 'Naam' }).fill(name)
  await form.getByRole('button', { name: 'Organisatie toevoegen' }).click()
  await expect(form).toBeHidden()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name)
}

test('a node that the address opens is scrolled to in a long tree, also below a branch that somebody folded', async ({
  page,
  api,
}) => {
  const { id, owner } = await newMerchant(api)
  const add = async (name: string, parent: string) =>
    body<{ id: string }>(
      await api.post(`/v1/organisation?merchant=${id}`, { data: { name, parent, country_code: 'NL' } }),
    )
  for (let number = 10; number < 30; number += 1) await add(`Filiaal ${number}`, id)
  const depot = await add('Depot', (await add('Zuid', id)).id)
  const last = await add('Magazijn', depot.id)
  await enter(page, owner)
  await page.goto(`/organisations/${last.id}`)
  await expect(node(page, 'Magazijn')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Alles inklappen' }).click()
  await expect(node(page, 'Magazijn')).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Sluiten' }).click()
  await expect(panel(page)).toHaveCount(0)
  await page.goBack()
  await expect(node(page, 'Magazijn')).toBeInViewport({ ratio: 1 })
})

test('the tree of a new merchant grows, is walked by the keyboard, changed, moved and pruned', async ({
  page,
  api,
}) => {
  const { name, owner } = await newMerchant(api)
  await enter(page, owner)
  await page.goto('/organisations')
  await expect(title(page)).toHaveText('Beheer je organisaties')
  await addBelow(page, name, 'Noord')
  await addBelow(page, name, 'Zuid')
  await addBelow(page, 'Noord', 'Groningen')
  await expect(node(page, 'Groningen')).toHaveAttribute('aria-level', '3')

  // The selector knows them without a reload.
  await page.getByRole('button', { name: /^Organisatie:/ }).click()
  await expect(
    page.getByRole('dialog', { name: 'Organisatie' }).getByRole('button', { name: 'Groningen' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  // The selector takes the focus back a moment after it has closed: keys pressed before that would be lost.
  await expect(page.getByRole('button', { name: /^Organisatie:/ })).toBeFocused()

  // By the keyboard: arrows, Home and End, letters.
  await node(page, name).focus()
  await page.keyboard.press('ArrowDown')
  await expect(node(page, 'Noord')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(node(page, 'Groningen')).toHaveCount(0)
  await expect(node(page, 'Noord')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(node(page, 'Groningen')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(node(page, 'Noord')).toBeFocused()
  await page.keyboard.press('End')
  await expect(node(page, 'Zuid')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(node(page, name)).toBeFocused()
  await page.keyboard.press('z')
  await expect(node(page, 'Zuid')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/organisations\/[0-9a-f-]{36}/)
  await expect(node(page, 'Zuid')).toHaveAttribute('aria-selected', 'true')
  await expectNoViolations(page)

  // A number with a letter is refused in words; the fields are kept.
  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  const form = dialog(page, 'Zuid wijzigen')
  await form.getByRole('textbox', { name: 'Huisnummer' }).fill('12a')
  await form.getByRole('textbox', { name: 'Straat' }).fill('Vrijthof')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form.getByText('Vul alleen cijfers in')).toBeVisible()
  await form.getByRole('textbox', { name: 'Huisnummer' }).fill('12')
  // Another parent says what it changes before it is saved.
  await form.getByRole('combobox', { name: 'Ligt onder' }).fill('Noord')
  await page.getByRole('option', { name: 'Noord' }).click()
  await expect(form.getByRole('status')).toContainText('Je verplaatst 1 organisatie.')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form).toBeHidden()
  await expect(node(page, 'Zuid')).toHaveAttribute('aria-level', '3')
  await expect(panel(page)).toContainText('Onder Noord')
  await expect(panel(page)).toContainText('Vrijthof')

  await tab(page, 'Geschiedenis').click()
  const changes = tabContent(page).getByRole('listitem')
  await expect(changes.first()).toContainText('Gewijzigd')
  await expect(changes.first()).toContainText('Eva Eigen')
  await expect(changes.first()).toContainText('Noord')
  await expect(changes.last()).toContainText('Toegevoegd')
  await expectNoViolations(page)

  // A form sends what was changed in it alone, for a colleague may have moved the organisation meanwhile.
  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  await form.getByRole('textbox', { name: 'Straat' }).fill('Markt')
  const sending = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/v1/organisation/'))
  await form.getByRole('button', { name: 'Opslaan' }).click()
  expect((await sending).postDataJSON()).toEqual({ street: 'Markt' })
  await expect(form).toBeHidden()

  // What somebody else changed in the same field is said before it is undone.
  const zuid = new URL(page.url()).pathname.split('/').at(-1)
  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  await form.getByRole('textbox', { name: 'Straat' }).fill('Plein')
  await body(await api.post(`/v1/organisation/${zuid}`, { data: { street: 'Kade' } }))
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form).toContainText('Dit is intussen gewijzigd in “Kade”.')
  await form.getByRole('button', { name: 'Opslaan' }).click()
  await expect(form).toBeHidden()
  await expect(panel(page)).toContainText('Plein')

  // A search shows what it finds and the way to it.
  await page.getByRole('searchbox', { name: 'Naam zoeken' }).fill('gron')
  await expect(node(page, 'Groningen')).toBeVisible()
  await expect(node(page, 'Zuid')).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Naam zoeken' }).fill('')

  await node(page, 'Noord').click()
  await expect(await blocked(page, 'Verwijderen')).toContainText('2 organisaties eronder')
  await page.keyboard.press('Escape')
  // A view that is narrowed to what is deleted becomes the whole merchant again.
  await page.getByRole('button', { name: /^Organisatie:/ }).click()
  await page.getByRole('dialog', { name: 'Organisatie' }).getByRole('button', { name: 'Zuid' }).click()
  await expect(page.getByRole('button', { name: 'Organisatie: Zuid' })).toBeVisible()
  await expect(node(page, 'Noord')).toHaveCount(0)
  await node(page, 'Zuid').click()
  await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
  await dialog(page, 'Zuid verwijderen?').getByRole('button', { name: 'Verwijderen' }).click()
  await expect(node(page, 'Zuid')).toHaveCount(0)
  await expect(page).toHaveURL(/\/organisations(\?|$)/)
  await expect(page.getByRole('button', { name: `Organisatie: ${name}`, exact: true })).toBeVisible()

  await node(page, name).click()
  await tab(page, 'Gegevens').click()
  await expect(panel(page)).toContainText('2 betaalprofielen')
  // The panel gives the focus back to its node.
  await panel(page).focus()
  await page.keyboard.press('Escape')
  await expect(node(page, name)).toBeFocused()
})

test('organisations are listed as well, with filters, order, columns, export, saved views and their panel by address', async ({
  page,
  api,
}) => {
  const { id, owner } = await newMerchant(api)
  for (const place of [
    { name: 'Noord', country_code: 'NL', locality: 'Groningen' },
    { name: 'Zuid', country_code: 'BE', locality: 'Gent' },
  ])
    await body(await api.post(`/v1/organisation?merchant=${id}`, { data: { ...place, parent: id } }))
  await enter(page, owner)
  await page.goto('/organisations')
  const drawn = page.getByRole('radiogroup', { name: 'Weergave' })
  await drawn.getByText('Lijst').click()
  await expect(page).toHaveURL('/organisations?_as=list')
  await untilListed(page)
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Naam', exact: true }).click()
  await expect(page).toHaveURL(/_sort=-name/)
  await page.getByRole('button', { name: 'Kolommen' }).click()
  await page.getByRole('checkbox', { name: 'Telefoonnummer' }).check()
  await page.keyboard.press('Escape')
  await addChoices(page, 'Land', ['België'])
  await untilListed(page)
  await expect(rows(page)).toHaveCount(1)
  await expect(row(page, 'Zuid')).toContainText('Gent')
  await expect(columns(page).filter({ hasText: 'Telefoonnummer' })).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Weergaven', exact: true }).click()
  const views = page.getByRole('dialog', { name: 'Weergaven' })
  await views.getByRole('button', { name: 'Deze weergave bewaren' }).click()
  await views.getByRole('textbox', { name: 'Naam' }).fill('België')
  await views.getByRole('button', { name: 'Opslaan' }).click()
  await expect(views.getByRole('button', { name: 'Meer acties voor België' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Alles wissen' }).click()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Weergaven', exact: true }).click()
  await views.getByRole('button', { name: 'België', exact: true }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')

  await row(page, 'Zuid').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/organisations\/[0-9a-f-]{36}\?.*_as=list/)
  await page.reload()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText('Zuid')
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Exporteren' }).click()
  await expect(page.getByRole('dialog', { name: /export/i })).toBeVisible()
  await page.keyboard.press('Escape')
  // The same organisation in the tree.
  await drawn.getByText('Boom').click()
  await expect(node(page, 'Zuid')).toHaveAttribute('aria-selected', 'true')
  await expect(node(page, 'Noord')).toBeVisible()
})

test.describe('a merchant that the provider adds', () => {
  test.use({ who: 'provider' })

  test('has its panel at once, with shop, invited user, sign-in policy and history', async ({ page }) => {
    const name = `Kaashandel ${Date.now()}`
    await page.goto('/psp/merchants')
    await page.getByRole('button', { name: 'Winkelier toevoegen' }).click()
    const form = dialog(page, 'Winkelier toevoegen')
    await form.getByRole('button', { name: 'Winkelier toevoegen' }).click()
    await expect(form.getByText('Vul dit in').first()).toBeVisible()
    await form.getByRole('textbox', { name: 'Naam', exact: true }).fill(name)
    await form.getByRole('combobox', { name: 'Branche (MCC)' }).fill('zuivel')
    await page.getByRole('option', { name: '5451 - Zuivelwinkels' }).click()
    await form.getByRole('textbox', { name: 'Straat' }).fill('Waagplein')
    await form.getByRole('textbox', { name: 'Huisnummer' }).fill('2')
    await form.getByRole('textbox', { name: 'Naam van de gebruiker' }).fill('Wil de Wit')
    await form.getByRole('textbox', { name: 'E-mailadres van de gebruiker' }).fill(`wil${Date.now()}@kaas.example`)
    await expectNoViolations(page)
    await form.getByRole('button', { name: 'Winkelier toevoegen' }).click()
    await expect(form).toBeHidden()
    await expect(page).toHaveURL(/\/psp\/merchants\/details\//)
    await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(name)
    await expect(panel(page)).toContainText('5451 - Zuivelwinkels')
    await tab(page, 'Winkels').click()
    await expect(tabContent(page)).toContainText('Sandbox Cards')
    const shop = tabContent(page).getByRole('link', { name })
    await expect(shop).toHaveAttribute('href', /^\/psp\/merchants\/[^/]+:\/paymentprofiles\//)
    await tab(page, 'Gebruikers').click()
    await expect(tabContent(page)).toContainText('Uitgenodigd')
    await expectNoViolations(page)
    await tab(page, 'Beveiliging').click()
    await expect(tabContent(page)).toContainText('Niet verplicht')
    await tab(page, 'Geschiedenis').click()
    await expect(tabContent(page)).toContainText('Een winkelier toevoegen')

    // The largest payment is typed as money, with a reason, and an emptied field takes the limit away.
    await tab(page, 'Inrichting').click()
    for (const largest of ['2500,50', '']) {
      await tabContent(page).getByRole('button', { name: 'Grenzen wijzigen' }).click()
      const editing = dialog(page, 'Grenzen wijzigen')
      await editing.getByRole('textbox', { name: 'Hoogste bedrag per betaling' }).fill(largest)
      await editing.getByRole('textbox', { name: 'Reden' }).fill('Asked for by the merchant')
      await editing.getByRole('button', { name: 'Opslaan' }).click()
      await expect(editing).toBeHidden()
      if (largest) await expect(tabContent(page)).toContainText('2.500,50')
      else await expect(tabContent(page)).not.toContainText('2.500,50')
    }

    await panel(page).getByRole('switch').click({ force: true })
    const asking = dialog(page, `${name} deactiveren?`)
    await expect(asking).toContainText('API-sleutels werken niet meer')
    await expect(asking).toContainText('worden afgerond en afgerekend')
    await expectNoViolations(page)
    await asking.getByRole('button', { name: 'Annuleren' }).click()
    await panel(page).getByRole('button', { name: 'Bekijken als winkelier' }).click()
    await expect(page.getByText(`Je bekijkt ${name}`)).toBeVisible()
  })
})
