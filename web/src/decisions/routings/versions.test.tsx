import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { Versions } from './versions.tsx'

const { server, show } = stage()

test('each version of a routing is worded in the currency that it had', async () => {
  const tree = (value: number) => ({
    ...{ id: 'top', if: [{ name: 'amount', operator: '>', value }], else: 'p2' },
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: 'p1',
  })
  const change = (number: number, value: number, currency_code?: string) => ({
    ...{ id: String(number), part: null, at: '2026-11-01T10:00:00.000Z', actor_kind: 'user', actor_name: 'Ada' },
    fields: Object.entries({ version: number, details: tree(value), currency_code }).flatMap(([field, after]) =>
      after === undefined ? [] : [{ field, before: null, after }],
    ),
  })
  const changes = [change(3, 500, 'JPY'), change(2, 20_000), change(1, 10_000, 'EUR')]
  server.mockImplementation(async () => Response.json({ changes, names: { p1: 'One', p2: 'Two' } }))
  show(<Versions id="r1" version={3} known={{ currency: 'JPY', names: {} }} />)
  expect(await screen.findByText(/¥500/)).toBeTruthy()
  expect(screen.getByText(/€200\.00/)).toBeTruthy()
  expect(screen.getByText(/€100\.00/)).toBeTruthy()
})
