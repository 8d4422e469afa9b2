import { newLine } from '@kontor/contract/pricing/new-line'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { Compare } from './compare.tsx'
import type { SchemeVersion } from './scheme-version.ts'

const { show } = stage()

it('says what of a cost differs, where the price is the same', async () => {
  const line = { event: 'capture', ppm: 3_000, interchange_ppm: 2_000 } as const
  const [told] = await rowsOf({ lines: [lineOf(line)] }, { lines: [lineOf({ ...line, interchange_ppm: 1_000 })] })
  expect(told?.slice(2)).toEqual([
    expect.stringContaining('interchange 0.2%'),
    expect.stringContaining('interchange 0.1%'),
  ])
})

it('says which terms of a reserve differ, and what a share of a partner is of', async () => {
  const reserve = { hold_ppm: 100_000, hold_days: 90, hold_cap: null, hold_base: 'GROSS' } as const
  expect(await rowsOf(reserve, { ...reserve, hold_days: 180, hold_cap: 50_000 })).toEqual([
    ['Released after', '90 days', '180 days'],
    [expect.anything(), 'Without a limit', '€500.00'],
  ])
  expect(await rowsOf({ share_of: 'FEE' }, { share_of: 'MARGIN' })).toEqual([
    ['Percentage of', 'the merchant’s fee', 'the margin'],
  ])
})

const lineOf = (given: Parameters<typeof newLine>[0]) => ({ ...newLine(given), id: 1 })

/** The rows of the table between two versions, as texts. */
async function rowsOf(before: Partial<SchemeVersion>, after: Partial<SchemeVersion>) {
  const none = { hold_ppm: null, hold_days: null, hold_cap: null, hold_base: null, share_of: null, lines: [] }
  // The comparison reads nothing else of a version.
  const version = (number: number, of: object) =>
    ({ ...none, id: `${number}`, number, ...of }) as unknown as SchemeVersion
  show(<Compare version={version(2, after)} others={[version(1, before)]} currency="EUR" />)
  const [, ...rows] = within((await screen.findAllByRole('table')).at(-1) ?? document.body).getAllByRole('row')
  const told = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  )
  cleanup()
  return told
}
