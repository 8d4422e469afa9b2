import { newLine } from '@kontor/contract/pricing/new-line'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ChargedPrices } from './charged-prices.tsx'

const { server, show } = stage()
const verb = 'New version from what was charged'

const price = newLine({ product: 'card', fixed: 10, ppm: 5_800 })
const changed = {
  ...{ number: 1, line: price, count: 40, since: '2026-11-03', amount: 400_000, expected: 2_720, charged: 3_280 },
  ...{ proposed: { ...price, fixed: 12, ppm: 7_000 }, by_proposal: 3_281, kept: null },
}
const kept = {
  ...{ number: 2, line: newLine({ event: 'refund', fixed: 8 }), count: 3, since: null, amount: 900, expected: 24 },
  ...{ charged: 24, proposed: null, by_proposal: null, kept: 'too_few' },
}

function open(lines: object[], given: Partial<Scheme> = {}, roles = ['PSP_ALL']) {
  server.mockImplementation(async (address) =>
    address.includes('/charged') ? Response.json({ version: 1, lines }) : Response.json([]),
  )
  // It reads nothing else of a scheme.
  const row = { id: 's1', name: 'Costs', currency_code: 'EUR', under_way: null, ...given } as Scheme
  show(<ChargedPrices row={row} />, { psp: true, roles: roles as never })
}
const button = () => screen.findByRole('button', { name: verb })

test('each line says what was charged, the price behind it, or why it keeps its own', async () => {
  open([changed, kept])
  const [, first, second] = await screen.findAllByRole('row')
  const cells = (row: HTMLElement | undefined) =>
    row &&
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells(first)).toMatchObject([
    expect.stringMatching(/^1\. Payment: Card.*Number: 40Other than expected since: Nov/),
    '€27.20',
    '€32.80',
    '€0.12 +\u00a00.7%Of the same it expects €32.81',
  ])
  expect(cells(second)?.slice(1)).toEqual(['€0.24', '€0.24', 'Keeps its price: there are fewer than 20 to go by.'])
})

test('one press begins the draft, after what it changes is said', async () => {
  open([changed, kept])
  fireEvent.click(await button())
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Line 1 gets the price that was charged')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Begin the version' }))
  const sent = () => server.mock.calls.filter(([, init]) => init.method === 'POST').map(([address]) => address)
  await waitFor(() => expect(sent()).toEqual(['/v1/psp/costscheme/s1/charged']))
})

test('while a version is under way, or no price changes, the button says why not, and nobody without the role has it', async () => {
  const whyNot = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Not possible now' }))
    return (await screen.findByRole('menuitem', { name: new RegExp(verb) })).textContent
  }
  open([changed], { under_way: 'DRAFT' })
  expect(await whyNot()).toContain('A version is under way already.')
  cleanup()
  open([kept])
  expect(await whyNot()).toContain('No line gets another price')
  cleanup()
  open([changed], {}, ['PSP_COSTSCHEME_LIST'])
  await screen.findAllByRole('row')
  expect(screen.queryByRole('button', { name: verb })).toBeNull()
})
