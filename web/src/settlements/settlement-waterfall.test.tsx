import { settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import type { SettlementRow } from './settlement-row.ts'
import { SettlementWaterfall } from './settlement-waterfall.tsx'

const { server, show } = stage()

it('what is paid and what is carried on add up to the closing, and refunds under way are a part of the second', async () => {
  expect(await linesOf({ held_back: 3_000, paid: 7_000, carried: 3_000 })).toEqual([
    'Opening €0.00',
    'Captured €100.00',
    'Closing €100.00',
    'Payout €70.00',
    'Carried forward €30.00',
    'of which held back for refunds €30.00',
  ])
})

it('of what is carried on, no more is held back than there is', async () => {
  const lines = await linesOf({ held_back: 30_000, paid: 0, carried: 10_000 })
  expect(lines.at(-1)).toBe('of which held back for refunds €100.00')
})

async function linesOf(of: Pick<SettlementRow, 'held_back' | 'paid' | 'carried'>) {
  server.mockImplementation(async () => Response.json([]))
  const none = Object.fromEntries(Object.keys(settlementSteps).map((step) => [step, 0]))
  const row = {
    ...{ ...none, id: 's1', number: 'S-1', currency_code: 'EUR', opening: 0, captured: 10_000, total: 10_000, ...of },
    ...{ exchanged: null, rate_on: null, unpaid_because: null },
    // The waterfall reads nothing else of a settlement.
  } as unknown as SettlementRow
  show(<SettlementWaterfall row={row} />)
  const table = await screen.findByRole('table')
  return within(table)
    .getAllByRole('row')
    .map((line) =>
      [within(line).getByRole('rowheader'), within(line).getByRole('cell')].map((cell) => cell.textContent).join(' '),
    )
}
