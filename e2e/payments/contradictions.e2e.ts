import { expectNoViolations } from '../support/axe.ts'
import { newContradiction, newDoubt } from '../support/contradictions.ts'
import { panel, row, untilListed } from '../support/list.ts'
import { newSubscription } from '../support/subscriptions.ts'
import { expect, test } from '../support/test.ts'

test.describe('what a processor says against us', () => {
  test.use({ who: 'provider' })

  test('waits for the provider on the first screen, says both sides, and is taken over once', async ({ page, api }) => {
    const { id, payment } = await newContradiction(api)
    await page.goto('/')
    await page
      .getByRole('link', { name: /tegenstrijdige melding/ })
      .first()
      .click()
    await untilListed(page)
    await row(page, payment.merchant_reference).click()
    await expect(page).toHaveURL(new RegExp(`/psp/contradictions/${id}`))
    await expect(panel(page).getByRole('definition').first()).toContainText('Geweigerd')
    await expect(panel(page)).toContainText('Geïncasseerd')
    await expect(panel(page)).toContainText('zegt dat het geld er is')
    // What a person looks for at the processor can be read whole.
    await expect(panel(page)).toContainText(payment.id)
    await expect(panel(page)).toContainText('pay_of_the_processor')
    await expectNoViolations(page)
    await panel(page).getByRole('button', { name: 'Overnemen' }).click()
    await expect(page.getByRole('dialog')).toContainText('€ 42,50')
    await page.getByRole('button', { name: 'Status overnemen' }).click()
    await expect(panel(page)).toContainText('Overgenomen')
    await expect(panel(page).getByRole('button', { name: 'Overnemen' })).toHaveCount(0)
    await panel(page).getByRole('link', { name: 'Betaling bekijken' }).click()
    await expect(panel(page)).toContainText('De status van de processor is overgenomen')
  })

  test('is shown on the payment, and is closed with a note', async ({ page, api }) => {
    const { payment } = await newContradiction(api)
    await page.goto(`/psp/transactions/${payment.id}`)
    await expect(panel(page)).toContainText('De processor meldt iets anders')
    await panel(page).getByRole('link', { name: 'Bekijk en handel af' }).click()
    await panel(page).getByRole('button', { name: 'Sluiten met notitie' }).click()
    await page.getByRole('button', { name: 'Melding sluiten' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('dialog').getByRole('textbox').fill('Met de hand terugbetaald in het portaal')
    await page.getByRole('button', { name: 'Melding sluiten' }).click()
    await expect(panel(page)).toContainText('Met de hand terugbetaald in het portaal')
    await expect(panel(page)).toContainText('Gesloten')
  })

  test('is a doubt about a subscription, and says that closing it charges again', async ({ page, api }) => {
    const { id: subscription, subscription_url } = await newSubscription(api)
    const { id } = await newDoubt(api, subscription)
    await page.goto(`/psp/contradictions/${id}`)
    await expect(panel(page).getByRole('heading', { name: 'Misschien is dit al betaald' })).toBeVisible()
    await expect(panel(page).getByRole('definition').nth(1)).toContainText('Misschien al betaald')
    await expect(panel(page)).toContainText('Koppel die dan')
    await panel(page).getByRole('button', { name: 'Sluiten met notitie' }).click()
    await expect(page.getByRole('dialog')).toContainText('na het sluiten schrijft Kontor weer af')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await panel(page).getByRole('link', { name: subscription }).click()
    await expect(page).toHaveURL(new RegExp(`/subscriptions/${subscription}`))
    await expect(panel(page)).toContainText('Boeket')
    await page.goto(subscription_url)
    await expect(page.getByRole('heading', { name: 'Je hoeft nu niet te betalen' })).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(0)
  })

  test('is a doubt about a subscription, whose payment is attached to it: nothing more is to be paid', async ({
    page,
    api,
  }) => {
    const { id: subscription, subscription_url } = await newSubscription(api)
    const { id, payment } = await newDoubt(api, subscription)
    await page.goto(`/psp/contradictions/${id}`)
    await panel(page).getByRole('button', { name: 'Aan abonnement koppelen' }).click()
    await expect(page.getByRole('dialog')).toContainText('krijgt geen opdracht')
    await expectNoViolations(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Koppelen' }).click()
    await expect(panel(page)).toContainText('Gekoppeld')
    await expect(panel(page).getByRole('button', { name: 'Aan abonnement koppelen' })).toHaveCount(0)
    await panel(page).getByRole('link', { name: 'Betaling bekijken' }).click()
    await expect(page).toHaveURL(new RegExp(`/transactions/${payment.id}`))
    await expect(panel(page)).toContainText('De betaling is gekoppeld')
    await expect(panel(page)).toContainText('Misschien is hiermee een abonnement of geplande transactie betaald')
    await expect(panel(page)).toContainText('Eerste betaling')
    await page.goto(subscription_url)
    await expect(page.getByRole('radio')).toHaveCount(0)
  })
})
