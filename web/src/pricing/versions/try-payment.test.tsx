import { newLine } from '@kontor/contract/pricing/new-line'
import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import type { SchemeVersion } from './scheme-version.ts'
import { TryPayment } from './try-payment.tsx'

const { server, show } = stage()

it('tries a payment in a currency that somebody chooses, where the scheme is of all currencies', async () => {
  open(null)
  const currency = await screen.findByRole('combobox', { name: 'Currency' })
  await waitFor(() => expect([...currency.children].map((each) => each.textContent)).toEqual(['EUR', 'JPY']))
  fireEvent.change(currency, { target: { value: 'JPY' } })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('100')
  fireEvent.click(screen.getByRole('button', { name: 'What does it cost?' }))
  await waitFor(() => expect(tried()).toEqual(['JPY 100']))
})

it('tries a payment in the currency of the scheme', async () => {
  open('GBP')
  fireEvent.click(await screen.findByRole('button', { name: 'What does it cost?' }))
  await waitFor(() => expect(tried()).toEqual(['GBP 10000']))
  expect(screen.queryByRole('combobox', { name: 'Currency' })).toBe(null)
})

it('asks for the gateway where the answer depends on costs, and nowhere else', async () => {
  open('EUR', 'COST')
  const gateway = await screen.findByRole('combobox', { name: 'Gateway' })
  await waitFor(() => expect([...gateway.children].map((each) => each.textContent)).toEqual(['Unknown', 'Adyen']))
  fireEvent.change(gateway, { target: { value: 'adyen' } })
  fireEvent.click(screen.getByRole('button', { name: 'What does it cost?' }))
  await waitFor(() => expect(queries().map((query) => query.get('gateway'))).toEqual(['adyen']))
  cleanup()
  open('EUR')
  await screen.findByRole('button', { name: 'What does it cost?' })
  expect(screen.queryByRole('combobox', { name: 'Gateway' })).toBe(null)
})

function open(currency_code: string | null, type: SchemeType = 'REVENUE') {
  server.mockImplementation(async (address) =>
    address.includes('/try')
      ? Response.json({ line: null, fee: null, beaten: [], passed: null })
      : address.includes('/gateway')
        ? Response.json([{ name: 'adyen', label: 'Adyen' }])
        : Response.json([{ currency_code: 'EUR' }, { currency_code: 'JPY' }]),
  )
  // It reads nothing else of a scheme and its version.
  const row = { id: 's1', currency_code } as unknown as Scheme
  const version = { id: 'v1', lines: [newLine({ ppm: 10_000 })], share_of: null } as unknown as SchemeVersion
  show(<TryPayment type={type} row={row} version={version} />, { psp: true, roles: ['PSP_ALL'] })
}

const queries = () =>
  server.mock.calls
    .filter(([address]) => address.includes('/try'))
    .map(([address]) => new URLSearchParams(address.split('?')[1]))
const tried = () => queries().map((query) => `${query.get('currency_code')} ${query.get('amount')}`)
