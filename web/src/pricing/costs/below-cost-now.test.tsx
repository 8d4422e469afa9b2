import { newLine } from '@kontor/contract/pricing/new-line'
import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { BelowCostNow } from './below-cost-now.tsx'

const { server, show } = stage()
const scheme = 's1'
const note = /^This looked at each payment by itself/

test('prices with a maximum of a month say that their comparison with costs leaves it out', async () => {
  server.mockImplementation(async () =>
    Response.json({ costs: [{ scheme_name: 'Costs', merchants: 1, lines: [newLine({ fixed: 10 })] }] }),
  )
  const price = newLine({ fixed: 20 })
  const viewer = { psp: true, roles: ['PSP_ALL'] }
  show(<BelowCostNow scheme={scheme} currency="EUR" lines={[price]} />, viewer)
  await screen.findByRole('status')
  expect(screen.queryByText(note)).toBeNull()
  cleanup()
  show(<BelowCostNow scheme={scheme} currency="EUR" lines={[price, newLine({ event: 'month_maximum' })]} />, viewer)
  expect(await screen.findByText(note)).toBeTruthy()
})
