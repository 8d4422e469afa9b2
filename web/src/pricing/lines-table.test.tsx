import { newLine } from '@kontor/contract/pricing/new-line'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { LinesTable } from './lines-table.tsx'

const { server, show } = stage()

test('what bounds the fees of a month is said as a bound, and not as the price of each', async () => {
  show(
    <LinesTable
      label="Lines"
      currency="EUR"
      lines={[
        newLine({ event: 'month', fixed: 900 }),
        newLine({ event: 'month_minimum', fixed: 2_500 }),
        newLine({ event: 'month_maximum', fixed: 0 }),
        newLine({ event: 'payout' }),
      ]}
    />,
  )
  const [, ...rows] = await screen.findAllByRole('row')
  const told = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  expect(told).toEqual([
    ['1', expect.anything(), 'each time', '€9.00'],
    ['2', 'Monthly minimum', '', 'at least €25.00'],
    ['3', 'Monthly maximum', '', 'at most €0.00'],
    ['4', expect.anything(), 'each time', 'free'],
  ])
})

test('a line of costs says which gateway it is of by the name that people read, and one of an old document none', async () => {
  server.mockImplementation(async () => Response.json([{ name: 'adyen', label: 'Adyen' }]))
  const { gateway: _, ...old } = newLine({ product: 'ideal' })
  show(
    <LinesTable
      label="Lines"
      currency="EUR"
      lines={[newLine({ gateway: 'adyen', product: 'ideal' }), old as ReturnType<typeof newLine>]}
    />,
    { psp: true, roles: ['PSP_ALL'] },
  )
  await screen.findByText('Adyen')
  const [, first, second] = await screen.findAllByRole('row')
  const named = (row: HTMLElement | undefined) => row && within(row).getAllByRole('cell')[2]?.textContent
  expect([named(first), named(second)]).toEqual(['AdyeniDEAL', 'iDEAL'])
})

test('a line shows the text that merchants read in each language, and still what it names', async () => {
  const named = newLine({ product: 'ideal', text_nl: 'Bankbetalingen', text_en: 'Bank payments' })
  const rest = newLine({ text_nl: 'Overig', text_en: 'Other' })
  show(<LinesTable label="Lines" currency="EUR" lines={[named, rest]} />)
  const [, first, second] = await screen.findAllByRole('row')
  const told = (row: HTMLElement | undefined) => row && within(row).getAllByRole('cell')[2]?.textContent
  expect([told(first), told(second)]).toEqual([
    'iDEAL“Bankbetalingen”“Bank payments”',
    'everything else“Overig”“Other”',
  ])
})
