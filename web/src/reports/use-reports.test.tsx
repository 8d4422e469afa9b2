import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { useReports } from './use-reports.ts'

const { server, show } = stage()

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

function Reports({ enabled = true }: { enabled?: boolean }) {
  const [limit, setLimit] = useState(1)
  const { data } = useReports({ _limit: String(limit) }, enabled)
  return (
    <button type="button" onClick={() => setLimit(limit + 1)}>
      {data ? data.map(({ name }) => name).join(', ') : 'none'}
    </button>
  )
}
const answer = (status: string) => Response.json([{ id: 'r1', name: 'Refunds', status }])
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

it('a report that is being made is followed to its end, and not beyond', async () => {
  server.mockImplementation(async () => answer('PENDING'))
  show(<Reports />)
  await screen.findByRole('button', { name: 'Refunds' })
  await wait(4)
  expect(server.mock.calls.length).toBeGreaterThan(2)
  server.mockImplementation(async () => answer('PROCESSED'))
  await wait(2)
  const calls = server.mock.calls.length
  await wait(30)
  expect(server).toHaveBeenCalledTimes(calls)
})

it('who may not list reports asks for none', async () => {
  show(<Reports enabled={false} />)
  await screen.findByRole('button', { name: 'none' })
  await wait(10)
  expect(server).not.toHaveBeenCalled()
})

it('the reports stay while more of them are read', async () => {
  server.mockImplementation(async () => answer('PROCESSED'))
  show(<Reports />)
  const list = await screen.findByRole('button', { name: 'Refunds' })
  server.mockImplementation(() => new Promise(() => {}))
  fireEvent.click(list)
  await wait(1)
  expect(server).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('button').textContent).toBe('Refunds')
})
