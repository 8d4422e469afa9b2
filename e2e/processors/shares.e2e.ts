import { allRules, expectNoViolations, found } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { putOn } from '../support/looks.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { newPerson } from '../support/making/new-person.ts'
import { newProcessor } from '../support/making/new-processor.ts'
import { body } from '../support/payments.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function choose(page: Page, field: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(typed)
  await page.getByRole('option', { name: typed }).first().click()
}

test('a head office shares its processor with a branch, and takes it back', async ({ page, api, browser }) => {
  const merchant = await newMerchant(api)
  const data = { name: 'Filiaal Zuid', country_code: 'NL', parent: merchant.id }
  const branch = await body<{ id: string }>(await api.post('/v1/organisation', { data }))
  const currency = { name: 'Winkel Zuid', display_name: 'Winkel Zuid', currency_code: 'EUR', organisation: branch.id }
  const shop = await body<{ id: string }>(await api.post('/v1/paymentprofile', { data: currency }))
  const [processor] = await body<{ id: string; name: string }[]>(
    await api.get(`/v1/processor?merchant[]=${merchant.id}`),
  )
  if (!processor) throw new Error('a new merchant has a processor')

  await enter(page, merchant.owner)
  await page.goto('/share-credentials')
  await expect(title(page)).toHaveText('Deelverzoeken')
  await expect(page.getByText('Nog geen deelverzoeken')).toBeVisible()
  await page.getByRole('button', { name: 'Processor delen' }).first().click()
  const form = dialog(page, 'Processor delen')
  await choose(page, 'Processor', processor.name)
  await choose(page, 'Delen met', 'Filiaal Zuid')
  await form.getByRole('radio', { name: /waarden van de toegangsgegevens invullen/ }).check()
  const days = form.getByRole('textbox', { name: 'Dagen om te antwoorden' })
  await expect(days).toHaveValue('30')
  await days.fill('91')
  await form.getByRole('textbox', { name: 'Bericht' }).fill('Voor de nieuwe winkel')
  await expect(days).toHaveAttribute('aria-invalid', 'true')
  await days.fill('7')
  await expectNoViolations(page)
  // Twice quickly sends one.
  await form.getByRole('button', { name: 'Processor delen' }).dblclick()
  await expect(form).toBeHidden()
  await expect(panel(page).getByText('In behandeling')).toBeVisible()
  await expect(row(page, 'Filiaal Zuid')).toHaveCount(1)

  const other = await browser.newContext({ baseURL: page.url() })
  const theirs = await other.newPage()
  await enter(theirs, await newPerson({ merchant: merchant.id, organisation: branch.id }))
  // What waits for an answer is told at home.
  await theirs.getByRole('link', { name: /1 deelverzoek wacht op antwoord/ }).click()
  await expect(theirs).toHaveURL(/share-credentials\?.*PENDING/)
  await untilListed(theirs)
  await row(theirs, 'Filiaal Zuid').getByRole('link').first().click()
  await expect(panel(theirs).getByText('Voor de nieuwe winkel')).toBeVisible()
  await expect(panel(theirs).getByRole('button', { name: 'Intrekken' })).toHaveCount(0)
  await panel(theirs).getByRole('button', { name: 'Accepteren' }).click()
  await expectNoViolations(theirs)
  await theirs.getByRole('dialog').getByRole('button', { name: 'Accepteren' }).click()
  await expect(panel(theirs).getByText('Geaccepteerd')).toBeVisible()
  const chosen = { processors: [processor.id], seen: [] }
  await body(await theirs.request.post(`/v1/paymentprofile/${shop.id}/processors`, { data: chosen }))
  await panel(theirs).getByRole('link', { name: 'Toegangsgegevens invullen' }).click()
  await expect(title(theirs)).toHaveText(`Toegangsgegevens van ${processor.name}`)
  await theirs.getByRole('button', { name: 'Nieuwe toegangsgegevens klaarzetten' }).click()
  const prepare = dialog(theirs, `Nieuwe toegangsgegevens voor ${processor.name}`)
  await expect(prepare.getByRole('textbox', { name: 'Naam' })).toBeDisabled()
  await prepare.getByLabel(/^API key( \*)?$/).fill('a-key-of-theirs')
  await prepare.getByRole('button', { name: 'Klaarzetten' }).click()
  await expect(prepare).toBeHidden()
  await expect(theirs.getByText('Klaargezet')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Overstappen' })).toHaveCount(0)
  await expect(theirs.getByText('Adres voor meldingen')).toHaveCount(0)
  await expectNoViolations(theirs)
  await other.close()

  await page.reload()
  await expect(panel(page).getByText('Winkel Zuid (Filiaal Zuid)')).toBeVisible()
  for (const theme of ['light', 'dark'] as const) {
    await putOn(page, theme)
    expect(await found(page, allRules)).toEqual([])
  }
  await panel(page).getByRole('button', { name: 'Delen stoppen' }).click()
  const asked = page.getByRole('dialog', { name: /niet meer delen/ })
  await expect(asked.getByText(/Winkel Zuid .*heeft voor Kaart geen andere processor/)).toBeVisible()
  await expectNoViolations(page)
  await asked.getByRole('button', { name: 'Delen stoppen' }).click()
  await expect(asked).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'Verwijderen' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Geschiedenis' }).click()
  await expect(panel(page).getByRole('region', { name: 'Geschiedenis' }).getByRole('listitem').first()).toBeVisible()
  const left = await body<{ processors: string[] }>(await api.get(`/v1/paymentprofile/${shop.id}`))
  expect(left.processors).toEqual([])
})

test.describe('the provider', () => {
  test.use({ who: 'provider' })

  test('answers a share in the view of a merchant, and stops it', async ({ page, api }) => {
    const merchant = await newMerchant(api)
    const data = { name: 'Filiaal West', country_code: 'NL', parent: merchant.id }
    const branch = await body<{ id: string }>(await api.post('/v1/organisation', { data }))
    const { id: processor } = await newProcessor(api, merchant.id, 'Geleend', 'ideal')
    await body(await api.post('/v1/share', { data: { processor, to_organisation: branch.id } }))
    await page.goto(`/psp/merchants/${merchant.id}:/share-credentials`)
    await row(page, 'Geleend').getByRole('link').first().click()
    for (const [verb, outcome] of [
      ['Accepteren', 'Geaccepteerd'],
      ['Delen stoppen', 'Ingetrokken'],
    ] as const) {
      await panel(page).getByRole('button', { name: verb }).click()
      await page.getByRole('dialog').getByRole('button', { name: verb }).click()
      await expect(panel(page).getByText(outcome, { exact: true })).toBeVisible()
    }
  })
})

test('several processors are shared by one request, answered together or one by one, and lead to the shops that use them', async ({
  page,
  api,
  browser,
}) => {
  test.setTimeout(180_000)
  const merchant = await newMerchant(api)
  const data = { name: 'Filiaal Oost', country_code: 'NL', parent: merchant.id }
  const branch = await body<{ id: string }>(await api.post('/v1/organisation', { data }))
  const currency = { name: 'Winkel Oost', display_name: 'Winkel Oost', currency_code: 'EUR', organisation: branch.id }
  const shop = await body<{ id: string }>(await api.post('/v1/paymentprofile', { data: currency }))
  const make = async (name: string) => ({ name, ...(await newProcessor(api, merchant.id, name, 'ideal')) })
  const [first, second] = [await make('Eerste'), await make('Tweede')]
  // One of them is declined below, and the other withdrawn.
  const [third, fourth] = [await make('Derde'), await make('Vierde')]
  for (const { id: processor } of [third, fourth])
    await body(await api.post('/v1/share', { data: { processor, to_organisation: branch.id } }))

  await enter(page, merchant.owner)
  await page.goto('/share-credentials')
  await page.getByRole('button', { name: 'Processor delen' }).first().click()
  const form = dialog(page, 'Processor delen')
  const send = form.getByRole('button', { name: /delen$/ })
  await choose(page, 'Delen met', 'Filiaal Oost')
  await send.click()
  await expect(form).toContainText('Kies minstens één processor')
  await choose(page, 'Processors', first.name)
  await choose(page, 'Processors', second.name)
  await form.getByRole('textbox', { name: 'Bericht' }).fill('Allebei')
  await expect(send).toHaveText('2 processors delen')
  await expectNoViolations(page)
  await send.click()
  await expect(form).toBeHidden()
  await expect(row(page, 'Filiaal Oost')).toHaveCount(4)

  // Once more, beside a third one: nothing is sent, and the form says which one is shared already.
  await page.getByRole('button', { name: 'Processor delen' }).first().click()
  await choose(page, 'Processors', first.name)
  await choose(page, 'Delen met', 'Filiaal Oost')
  await send.click()
  await expect(form.getByRole('alert')).toContainText(`Het gaat om ${first.name}.`)
  await form.getByRole('button', { name: 'Annuleren' }).click()
  await dialog(page, 'Wijzigingen weggooien?').getByRole('button', { name: 'Weggooien' }).click()
  await row(page, fourth.name).getByRole('link').first().click()
  await panel(page).getByRole('button', { name: 'Intrekken' }).click()
  await dialog(page, 'Verzoek intrekken?').getByRole('button', { name: 'Intrekken' }).click()
  await expect(panel(page)).toContainText('Teruggetrokken')

  const other = await browser.newContext({ baseURL: page.url() })
  const theirs = await other.newPage()
  await enter(theirs, await newPerson({ merchant: merchant.id, organisation: branch.id }))
  await theirs.goto('/share-credentials')
  await untilListed(theirs)
  for (const { name } of [first, second]) await row(theirs, name).getByRole('checkbox').check()
  await theirs.getByRole('button', { name: 'Accepteren' }).click()
  const asked = dialog(theirs, 'Accepteren')
  await expect(asked).toContainText('Elk verzoek krijgt een eigen antwoord.')
  await asked.getByRole('button', { name: /2/ }).click()
  await expect(asked).toContainText('2 van 2')
  await asked.getByRole('button', { name: 'Sluiten' }).last().click()
  await expect(theirs.getByText('Geaccepteerd', { exact: true })).toHaveCount(2)
  const chosen = { processors: [first.id], seen: [] }
  await body(await theirs.request.post(`/v1/paymentprofile/${shop.id}/processors`, { data: chosen }))
  await theirs.reload()
  await expectNoViolations(theirs)
  await row(theirs, third.name).getByRole('link').first().click()
  await panel(theirs).getByRole('button', { name: 'Afwijzen' }).click()
  const refusal = dialog(theirs, `${third.name} afwijzen`)
  await refusal.getByRole('textbox', { name: 'Reden' }).fill('We hebben er zelf een')
  await expectNoViolations(theirs)
  await refusal.getByRole('button', { name: 'Afwijzen' }).click()
  await expect(refusal).toBeHidden()
  await expect(panel(theirs)).toContainText('Geweigerd')
  // The person who asked clears it away.
  await expect(panel(theirs).getByRole('button', { name: 'Verwijderen' })).toHaveCount(0)
  await row(theirs, first.name).getByRole('link').first().click()
  await panel(theirs)
    .getByRole('link', { name: /Winkel Oost/ })
    .click()
  await expect(title(theirs)).toHaveText('Betaalprofielen')
  await expect(panel(theirs).getByText('Winkel Oost').first()).toBeVisible()
  await expectNoViolations(theirs)
  await other.close()

  await row(page, third.name).getByRole('link').first().click()
  await expect(panel(page)).toContainText('We hebben er zelf een')
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'Verwijderen' }).click()
  await dialog(page, `${third.name} verwijderen?`).getByRole('button', { name: 'Verwijderen' }).click()
  await expect(row(page, third.name)).toHaveCount(0)
  await expect(row(page, fourth.name)).toHaveCount(1)
})
