import { customer } from '@kontor/contract/customers/customer.entity'
import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { id, sampleOf } from '../../test/sample-row.ts'
import { stage } from '../../test/stage.tsx'
import { NewSubscription } from './new-subscription.form.tsx'
import { subscriptions } from './subscription.screen.ts'
import { SubscriptionDiscounts } from './subscription-discounts.tsx'
import type { SubscriptionRow } from './subscription-row.ts'

const { server, show } = stage()
// The first drawing takes long on a machine that does other things.
configure({ asyncUtilTimeout: 10_000 })
const staff = { psp: true, roles: ['PSP_ALL'], merchant: null, merchant_name: null, organisation: null }

beforeEach(() => {
  server.mockImplementation(async (address) => {
    const path = address.split('?')[0]
    if (path === `/v1/${customer.resource}/${id}`) return Response.json({ ...payer, merchant: 'm2' })
    if (path === `/v1/${customer.resource}`) return Response.json([payer])
    return Response.json(path === `/v1/${plan.resource}` ? [{ ...sampleOf(plan), name: 'Gold' }] : [])
  })
})
const payer = { ...sampleOf(customer), name: 'Grace', merchant: 'm2' }

it('who sees all merchants is offered the discounts of the merchant of the subscription', async () => {
  const row = { ...sampleOf(subscription), status: 'ACTIVE', merchant: 'm2', discounts_attached: [] }
  // The list of discounts reads no relation of the subscription.
  show(<SubscriptionDiscounts row={row as unknown as SubscriptionRow} />, staff)
  await waitFor(() => expect(asked('/v1/subscriptiondiscount')).toEqual(['m2']))
})

it('who sees all merchants chooses a plan of the merchant of the customer', async () => {
  show(<NewSubscription opened onClose={() => {}} />, staff, subscriptions)
  await screen.findByRole('combobox', { name: /^Plan/ })
  expect(plans().disabled).toBe(true)
  fireEvent.click(screen.getByRole('combobox', { name: /^Customer/ }))
  fireEvent.click(await screen.findByRole('option', { name: /Grace/ }))
  await waitFor(() => expect(plans().disabled).toBe(false))
  fireEvent.click(plans())
  await screen.findByRole('option', { name: /Gold/ })
  expect(asked(`/v1/${plan.resource}`).at(-1)).toBe('m2')
})

const plans = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Plan/ })

/** The merchants whose rows were asked for. */
const asked = (path: string) =>
  server.mock.calls
    .map(([address]) => address.split('?'))
    .filter(([of]) => of === path)
    .map(([, query]) => new URLSearchParams(query).get('merchant'))

it('the field of the plan keeps the focus, and what is typed in it, when the customer has been read', async () => {
  let answer = () => {}
  const isRead = new Promise<void>((resolve) => {
    answer = resolve
  })
  const unhurried = server.getMockImplementation()
  server.mockImplementation(async (address, init) => {
    if (address.split('?')[0] === `/v1/${customer.resource}/${id}`) await isRead
    return unhurried?.(address, init) ?? Response.json([])
  })
  show(<NewSubscription opened onClose={() => {}} />, {}, subscriptions)
  fireEvent.click(await screen.findByRole('combobox', { name: /^Customer/ }))
  fireEvent.click(await screen.findByRole('option', { name: /Grace/ }))
  const field = plans()
  field.focus()
  const described = () => screen.getByRole('combobox', { name: /^Customer/ }).getAttribute('aria-describedby')
  expect(described()).toBeNull()
  answer()
  // The field has a description, which tells namesakes apart, when the customer has been read.
  await waitFor(() => expect(described()).not.toBeNull())
  expect(document.activeElement).toBe(field)
})
