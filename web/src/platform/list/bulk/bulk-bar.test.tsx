import { refund } from '@kontor/contract/payments/refund.entity'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
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
})
