import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { ClientMoneyCard } from './client-money-card.tsx'

const { server, show } = stage()

const day = (business_day: string, currency_code: string, surplus: number) => ({
  ...{
    id: `${business_day} ${currency_code}`,
    created_at: `${business_day}T23:00:00.000Z`,
    business_day,
    currency_code,
  },
  ...{ state: surplus < 0 ? 'SHORT' : 'COVERED', surplus },
})

test('the money of merchants is told of the last day alone, by currency in the order of the alphabet', async () => {
  server.mockImplementation(async () =>
    Response.json([
      day('2026-11-25', 'USD', -1_250),
      day('2026-11-25', 'CHF', 0),
      day('2026-11-25', 'EUR', 30_000),
      day('2026-11-24', 'AUD', 100),
    ]),
  )
  show(<ClientMoneyCard />, { psp: true, roles: ['PSP_ALL'] })
  await screen.findByText(/^USD:/)
  expect(screen.getAllByText(/^[A-Z]{3}: /).map((line) => line.textContent)).toEqual([
    'CHF: All of it is there.',
    'EUR: All of it is there, with €300.00 to spare.',
    'USD: There is $12.50 too little.',
  ])
})
