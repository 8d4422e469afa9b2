import type { Difference } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { Differences } from './differences.tsx'

const { server, show } = stage()

const of = (id: string, given: Partial<Difference>): Difference => ({
  ...{ id, created_at: '2026-11-20T10:00:00.000Z', type: 'AMOUNT', status: 'OPEN', file: 'f1', file_name: 'a.csv' },
  ...{ line: 3, line_kind: 'payment', reference: id, transaction: null, subject: null, booked_on: '2026-11-20' },
  ...{ said: 4_800, currency_code: 'EUR', expected: 5_000, expected_currency_code: 'EUR' },
  ...{ needs_another: false, reason: null, resolved_by: null, proposed_by: null, proposed_by_me: false },
  ...given,
})

const all = [
  of('less', {}),
  of('dollars', { type: 'CURRENCY', said: 1_965, currency_code: 'USD', expected: 1_965 }),
  of('dearer', { type: 'COST', said: 74, expected: 39 }),
  of('missing', { type: 'MISSING', said: 0, expected: 2_500 }),
]

it('each difference has the sign of what the processor pays more, in each of its currencies, as the ages add it up', async () => {
  server.mockResolvedValue(Response.json({ count: all.length, differences: all, open: [], account: [] }))
  show(<Differences id="s1" />, { psp: true, roles: ['PSP_ALL'] })
  const rowOf = async (name: string) =>
    (await screen.findAllByRole('row')).find(
      (row) => within(row).queryAllByText(new RegExp(`\\b${name}\\b`)).length > 0,
    )
  const difference = async (name: string) =>
    within((await rowOf(name)) as HTMLElement)
      .getAllByRole('cell')
      .at(4)?.textContent
  expect(await difference('less')).toBe('-€2.00')
  expect(await difference('dollars')).toBe('$19.65-€19.65')
  expect(await difference('dearer')).toBe('-€0.35')
  expect(await difference('missing')).toBe('-€25.00')
})
