import { type APIRequestContext, expect } from '@playwright/test'
import { newCustomer } from './customers.ts'
import { newReference, shopCalled } from './payments.ts'
import type { FrameLocator, Page } from './test.ts'

export interface MadeLink {
  id: string
  url: string
  merchant_reference: string
}

/** A link that only this test uses, in the demo shop with the most payment methods. */
export async function makeLink(api: APIRequestContext, given: object = {}, kind = 'paymentlink'): Promise<MadeLink> {
  const { id: payment_profile, merchant } = await shopCalled(api, 'Bloom Nederland')
  const data = { payment_profile, merchant_reference: newReference(), language: 'nl', ...given }
  const reply = await api.post(`/v1/${kind}?merchant=${merchant}`, { data })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

export async function makeCardLink(api: APIRequestContext, given: object = {}): Promise<MadeLink> {
  const { id: customer } = await newCustomer(api)
  return makeLink(api, { customer, ...given }, 'cardaddlink')
}

/** The link's current row, as the provider sees it. */
export async function linkNow(api: APIRequestContext, { id }: MadeLink, kind = 'paymentlink') {
  return (await api.get(`/v1/${kind}/${id}`)).json()
}

export const paymentsOf = async (api: APIRequestContext, { id }: MadeLink): Promise<{ status: string }[]> =>
  (await api.get('/v1/transaction', { params: { payment_link: id } })).json()

export const cardField = (page: Page): FrameLocator => page.frameLocator('iframe[title="Kaartgegevens"]')
export const payButton = (page: Page) =>
  page.getByRole('button', { name: /^(€.*betalen|Kaart vastleggen|Abonneren.*)$/ })

/**
 * Presses the button by keyboard: mouse coordinates are outdated for a moment after the layout of a frame of another
 * origin.
 */
export const pressPay = (page: Page): Promise<void> => payButton(page).press('Enter')

export const numbers = {
  good: '4111111111111111',
  poor: '4111111100000002',
  secured: '4111111100003220',
  /** Their payments go on when the payer brings back what the bank gave him. */
  resumed: '4111111100003246',
  resumedByForm: '4111111100003253',
  /** The bank is sent a form too. */
  sentByForm: '4111111100003261',
}

/** Chooses the card among several methods: in the Netherlands, iDEAL comes first. */
export async function chooseCard(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /./ }).first()).toBeVisible()
  const card = page.getByRole('radio', { name: /^(Kaart|Card)$/ })
  if ((await card.count()) > 0) await card.check()
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await chooseCard(page)
  await cardField(page).getByLabel('Kaartnummer').fill(number)
  await cardField(page)
    .getByLabel(/^Vervaldatum/)
    .fill('12/31')
  await cardField(page).getByLabel('Beveiligingscode').fill('123')
}
