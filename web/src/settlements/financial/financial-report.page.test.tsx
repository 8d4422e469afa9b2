import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import FinancialReportPage from './financial-report.page.tsx'

const { server, show } = stage()

it('figures stay when they cannot be read a second time', async () => {
  const report = { from: '2026-11-01', to: '2026-11-28', currencies: [], closed_through: null }
  server.mockImplementation(async () =>
    Response.json({ ...report, generated_at: '2026-11-28T10:00:00Z', time_zone: 'Europe/Amsterdam' }),
  )
  show(
    <>
      <Again />
      <FinancialReportPage />
    </>,
  )
  const heading = await screen.findByText('Nothing is booked yet', undefined, { timeout: 10_000 })
  server.mockImplementation(async () => Response.json({ code: 'internal_error' }, { status: 500 }))
  fireEvent.click(screen.getByRole('button', { name: 'Again' }))
  await waitFor(() => expect(server.mock.calls.length).toBeGreaterThan(4))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heading.isConnected).toBe(true)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null)
})

function Again() {
  const queries = useQueryClient()
  return (
    <button type="button" onClick={() => void queries.invalidateQueries()}>
      Again
    </button>
  )
}
