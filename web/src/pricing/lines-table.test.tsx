import { newLine } from '@kontor/contract/pricing/new-line'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { LinesTable } from './lines-table.tsx'

const { show } = stage()

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
