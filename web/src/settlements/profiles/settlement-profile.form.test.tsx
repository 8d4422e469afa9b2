import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { EditSettlementProfile } from './settlement-profile.form.tsx'

const { server, show } = stage()
const id = '01900000-0000-7000-8000-000000000001'
const now = '2026-11-01T10:00:00.000Z'
const row = {
  ...{ id, created_at: now, name: 'Pounds', book: 'DEFAULT', currency_code: 'GBP', bank_account: id },
  ...{ settlement_schedule: null, delay_days: 2, minimum: 1_000, negative: 'CARRY', method: 'NET' },
  ...{ payout_currency_code: 'EUR', fx_margin_ppm: 10_000, status: 'ACTIVE', hold_reason: null, statement_text: null },
  ...{ webhook_url: null, recipients: [], language: null, own_values: [], package_name: null, package_values: [] },
  ...{ organisation: id, merchant: id, merchant_name: 'Shop' },
}
const sent = () =>
  server.mock.calls.flatMap(([, { method, body }]) => (method === 'POST' ? [JSON.parse(String(body))] : []))
const slowly = { timeout: 10_000 }

async function opened() {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => {}
  server.mockImplementation(async (address, { method }) => {
    const { pathname } = new URL(address, 'http://localhost')
    if (method === 'POST') return Response.json({ id })
    return Response.json(pathname.endsWith(`settlementprofile/${id}`) ? row : pathname.endsWith(id) ? { id } : [])
  })
  show(<EditSettlementProfile row={row as never} onClose={() => {}} />, { psp: true, roles: ['PSP_ALL'] })
  return screen.findByLabelText(/^Exchange margin/, undefined, slowly)
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

describe('the margin of payouts in another currency', () => {
  it('is nothing where it is emptied', async () => {
    fireEvent.change(await opened(), { target: { value: '' } })
    save()
    await waitFor(() => expect(sent()).toMatchObject([{ fx_margin_ppm: 0 }]), slowly)
  })

  it('goes with the currency, so that nothing is refused of a field that is gone', async () => {
    await opened()
    const [chosen] = screen.getAllByLabelText(/^Paid out in/)
    fireEvent.click(chosen as HTMLElement)
    fireEvent.click(await screen.findByRole('option', { name: 'EUR', hidden: true }, slowly))
    save()
    await waitFor(() => expect(sent()).toMatchObject([{ payout_currency_code: null, fx_margin_ppm: 0 }]), slowly)
  })
})
