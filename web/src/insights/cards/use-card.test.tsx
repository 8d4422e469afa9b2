import type { UseQueryResult } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import type { Counted } from '../targets.ts'
import { useCard } from './use-card.tsx'

const { show } = stage()

it('a file of a card is named by the viewer’s days', async () => {
  show(<Name />, { time_zone: 'Europe/Amsterdam' })
  expect(await screen.findByText('volume-2026-11-01-2026-11-30-EUR')).toBeTruthy()
})

function Name() {
  const data = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T22:59:59.999Z', currency_code: 'EUR' }
  return useCard({ data, error: null, isPending: false } as UseQueryResult<Counted, ApiRefusal>, 'volume').name
}
