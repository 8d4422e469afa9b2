import type { FeeSweep, ClientMoneyNow as Money } from '@kontor/contract/payouts/client-money/client-money.schemas'
import { configure, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ClientMoneyNow } from './client-money-now.tsx'

const { server, show } = stage()
// The first drawing takes long on a machine that does other things.
configure({ asyncUtilTimeout: 10_000 })
const staff = { psp: true, roles: ['PSP_ALL'] as const, merchant: null, organisation: null }

it('a shortfall of the money of merchants is a warning, and nothing else is', async () => {
  open([money('EUR', -1_250), money('USD', 0)])
  expect((await screen.findByRole('alert')).textContent).toBe('There is €12.50 too little.')
  expect(screen.getByText('All of it is there.')).toBeTruthy()
})

it('the dialog that cancels a sweep says what each of its buttons does', async () => {
  open([], [sweep])
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = await screen.findByRole('dialog')
  const names = within(dialog)
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter(Boolean)
  expect(names).toEqual(['Cancel', 'Cancel the sweep'])
})

const none = { bank: 0, receivable: 0, payable: 0, reserve: 0, in_transit: 0, owed_by_merchants: 0, unexplained: 0 }
const money = (currency_code: string, surplus: number): Money => ({
  ...{ ...none, currency_code, surplus, under_way: 0, sweepable: 0, accounts: [], processors: [] },
})
const sweep: FeeSweep = {
  ...{ id: 's1', created_at: '2026-11-01T00:00:00Z', reference: 'SWEEP-1', status: 'CREATED', from: 'a', to: 'b' },
  ...{ from_name: 'Client money', to_name: 'Own', to_iban: 'NL•• 1234', currency_code: 'EUR', amount: 100 },
  ...{ created_by: 'Ada', created_by_me: true, approved_by: null, approved_at: null, booked_on: null },
  cancelled_by: null,
}

function open(currencies: readonly Money[], sweeps: readonly FeeSweep[] = []) {
  server.mockImplementation(async (address) =>
    Response.json(address.includes('gateway') ? [] : { closed_through: null, currencies, sweeps, own_accounts: [] }),
  )
  show(<ClientMoneyNow />, { ...staff, roles: [...staff.roles] })
}
