import { createClient } from '@kontor/client'
import { expectNoViolations } from '../support/axe.ts'
import { title } from '../support/frame.ts'
import { panel, row, rows, untilListed } from '../support/list.ts'
import { newMerchant } from '../support/making/new-merchant.ts'
import { tab, tabContent } from '../support/panel.ts'
import { enter } from '../support/signing-in.ts'
import { expect, type Page, test } from '../support/test.ts'

test.use({ who: 'provider' })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const secretIn = (page: Page) => dialog(page, 'Je nieuwe sleutel').getByText(/^kontor_/)
test('a key of a merchant is made, changed, replaced and revoked by the provider, and works as it says', async ({
  page,
  api,
  baseURL,
}) => {
  const { id, name, owner } = await newMerchant(api)
  const program = `${name} kassa`
  /** Why a program with the secret gets no list; undefined: it gets one. */
  const refusal = (secret: string, list: 'transactions' | 'refunds') =>
    createClient({ key: secret, url: baseURL ?? '' })
      [list].count()
      .then(
        () => undefined,
        ({ code }) => code,
      )
  await page.goto(`/psp/api-keys?merchant[]=${id}`)
  await expect(title(page)).toHaveText('API-sleutels')

  await page.getByRole('button', { name: 'Sleutel maken' }).click()
  const form = dialog(page, 'API-sleutel maken')
  await form.getByLabel('Naam').fill(program)
  await form.getByRole('combobox', { name: 'Organisatie' }).fill(name)
  await page.getByRole('option', { name }).click()
  await form.getByLabel('Toegang').selectOption('Zelf kiezen')
  // The payments preset is where choosing begins.
  await form.getByRole('checkbox', { name: 'Alles met transacties' }).uncheck()
  await form.getByRole('checkbox', { name: 'Bekijkt transacties', exact: true }).check()
  await expectNoViolations(page)
  await form.getByRole('checkbox', { name: 'Alles met terugbetalingen' }).uncheck()
  await form.getByRole('button', { name: 'Sleutel maken' }).click()
  const secret = (await secretIn(page).textContent()) ?? ''
  await page.getByRole('button', { name: 'Ik heb de sleutel bewaard' }).click()
  expect([await refusal(secret, 'transactions'), await refusal(secret, 'refunds')]).toEqual([undefined, 'forbidden'])

  await expect(rows(page)).toHaveCount(1)
  await row(page, program).click()
  await expect(panel(page).getByRole('heading', { level: 3 })).toHaveText(program)
  await expect(panel(page)).toContainText('Bekijkt transacties')
  await expect(panel(page)).toContainText(/127\.0\.0\.1|::1/)
  await expectNoViolations(page)

  await panel(page).getByRole('button', { name: 'Wijzigen' }).click()
  const edit = dialog(page, `${program} wijzigen`)
  await edit.getByRole('searchbox', { name: 'Zoek een rol' }).fill('Terugbetalingen')
  await edit.getByRole('checkbox', { name: 'Bekijkt terugbetalingen', exact: true }).check()
  await edit.getByRole('button', { name: 'Opslaan' }).click()
  await expect(panel(page)).toContainText('Bekijkt terugbetalingen')
  expect(await refusal(secret, 'refunds')).toBeUndefined()
  await tab(page, 'Geschiedenis').click()
  await expect(tabContent(page)).toContainText('Een API-sleutel wijzigen')
  await expect(page.getByText(secret)).toHaveCount(0)

  await panel(page).getByRole('button', { name: 'Vervangen' }).click()
  const rotate = dialog(page, `${program} vervangen`)
  await expect(rotate).toBeVisible()
  await expectNoViolations(page)
  await rotate.getByRole('button', { name: 'Sleutel vervangen' }).click()
  const successor = (await secretIn(page).textContent()) ?? ''
  await page.getByRole('button', { name: 'Ik heb de sleutel bewaard' }).click()
  await expect(panel(page)).toContainText('Wordt vervangen')
  expect([await refusal(secret, 'refunds'), await refusal(successor, 'refunds')]).toEqual([undefined, undefined])

  await panel(page).getByRole('button', { name: 'Intrekken' }).click()
  const revoke = dialog(page, `${program} intrekken?`)
  await revoke.getByRole('button', { name: 'Sleutel intrekken' }).click()
  await expect(revoke).toContainText('Typ de naam van de sleutel precies zo.')
  await expectNoViolations(page)
  await revoke.getByLabel(`Typ ${program} om te bevestigen`).fill(program)
  await revoke.getByRole('button', { name: 'Sleutel intrekken' }).click()
  await expect(panel(page)).toContainText('Ingetrokken')
  expect([await refusal(secret, 'refunds'), await refusal(successor, 'refunds')]).toEqual([
    'unauthenticated',
    undefined,
  ])

  await page.context().clearCookies()
  await enter(page, owner)
  await page.goto('/apiSettings')
  const revoked = page.getByRole('row').filter({ hasText: 'Ingetrokken' })
  await revoked.getByRole('link', { name: 'Verzoeken met deze sleutel' }).click()
  await expect(page).toHaveURL(/\/audit-trail\?api_key=/)
  await untilListed(page)
  await expect(rows(page).filter({ hasText: 'GET /v1/refund' })).not.toHaveCount(0)
})
