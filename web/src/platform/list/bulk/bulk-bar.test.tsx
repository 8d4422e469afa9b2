import { refund } from '@kontor/contract/payments/refund.entity'
import { captureTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import type { BulkAction } from './bulk.ts'
import { BulkBar } from './bulk-bar.tsx'

const { show } = stage()
const selected = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), amount: 100, currency_code: 'EUR' }))

describe('the bar of a selection', () => {
  it('offers the export whatever the number of rows, and says how many it takes', async () => {
    for (const [count, isPossible] of [
      [100, true],
      [101, false],
    ] as const) {
      show(<BulkBar entity={refund} sort={undefined} actions={[]} rows={selected(count)} onClear={() => {}} />)
      await screen.findByText(`${count} selected`)
      const button = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Export selection' }).at(-1)
      expect(button?.disabled).toBe(!isPossible)
    }
    expect(screen.getByText(/A selection of up to 100 rows can be exported/)).not.toBeNull()
  })

  it('offers an action where it can be done, to the rows that take it, and says how many it leaves out', async () => {
    const of = (...amounts: number[]) => amounts.map((amount, at) => ({ id: String(at), amount, currency_code: 'EUR' }))
    const action: BulkAction = {
      ...{ name: 'capture', label: 'Capture', icon: null, roles: [], endpoint: captureTransactionEndpoint },
      takes: ({ amount }) => amount === 100,
    }
    const bar = (rows: ReturnType<typeof of>) => (
      <BulkBar entity={refund} sort={undefined} actions={[action]} rows={rows} onClear={() => {}} />
    )
    show(bar(of(5, 6)))
    await screen.findByText('2 selected')
    expect(screen.queryByRole('button', { name: 'Capture' })).toBeNull()
    show(bar(of(100, 5, 100, 6, 7)))
    fireEvent.click(await screen.findByRole('button', { name: 'Capture' }))
    expect(await screen.findByText('3 selected rows are left out: this cannot be done with them.')).not.toBeNull()
    expect(screen.getByRole('button', { name: 'Apply to 2 rows' })).not.toBeNull()
  })
})
