import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import StuckOperationPanel from './stuck-operation.panel.tsx'

const { server, show } = stage()
const id = '01934f00-0000-7000-8000-000000000001'
const report = '01934f00-0000-7000-8000-000000000003'
const at = '2026-10-01T10:00:00.000Z'

const ofPayment = {
  ...{ transaction: '01934f00-0000-7000-8000-000000000002', refund: null, merchant_reference: 'Order 7' },
  ...{ organisation: null, merchant: 'm1', merchant_name: 'Shop', processor: null, processor_id_external: null },
}
const stuck = {
  ...{ ...ofPayment, id, created_at: at, operation: 'authorize', state: 'PARKED', payment_product: 'card' },
  ...{ amount: 66_632, currency_code: 'EUR', overdue_at: at, parked_why: 'no_key', first_sent_at: at, attempts: 1 },
  ...{ ended_at: null, cancellation: null, cancellation_reason: null, may_cancel: false },
  ...{ seen: null, seen_where: null, seen_by: null },
}
const contradiction = {
  ...{ ...ofPayment, id: report, created_at: at, reported_at: at, state: 'OPEN', kind: 'payment' },
  ...{ we_say: 'UNKNOWN', we_say_now: 'UNKNOWN', they_say: 'SETTLEMENT_REQUESTED', processor_name: 'Sandbox' },
  ...{ our_amount: 66_632, currency_code: 'EUR', their_amount: 66_532, their_currency_code: 'EUR', superseded: false },
  ...{ subscription: null, scheduled_transaction: null, other_transaction: null },
}

it('An order that got stuck says what its processor reports against us, in its panel and before an answer', async () => {
  server.mockImplementation(async (address) => {
    if (address.includes(`/stuckoperation/${id}`)) return Response.json(stuck)
    const isAsked = address.includes('/psp/contradiction?') && address.includes('state=OPEN')
    return Response.json(isAsked ? [contradiction] : [])
  })
  show(<StuckOperationPanel id={id} />, { psp: true, merchant: null, roles: ['PSP_ALL'] })
  const isSaid = async (place: ReturnType<typeof within>) => {
    expect((await place.findByText('Sandbox')).nextElementSibling?.textContent).toBe('Capture requested€665.32')
    expect(place.getByRole('link', { name: 'Review' }).getAttribute('href')).toContain(`/psp/contradictions/${report}`)
  }
  await isSaid(within(document.body))
  fireEvent.click(screen.getByRole('button', { name: 'Enter the outcome' }))
  await isSaid(within(await screen.findByRole('dialog')))
})

it.each([
  [null, 'filled'],
  ['UNDER_WAY', 'default'],
])('An order urges a person on only while there is something to do: cancellation %s', async (cancellation, variant) => {
  server.mockImplementation(async (address) =>
    Response.json(address.includes(`/stuckoperation/${id}`) ? { ...stuck, cancellation } : []),
  )
  show(<StuckOperationPanel id={id} />, { psp: true, merchant: null, roles: ['PSP_ALL'] })
  const button = await screen.findByRole('button', { name: 'Enter the outcome' })
  expect(button.getAttribute('data-variant')).toBe(variant)
})
