import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isUnderWay, useFollowUp } from './follow-up.ts'

const readRow = vi.fn<() => Promise<string>>()
const readList = vi.fn<() => Promise<string>>()

beforeEach(() => {
  vi.useFakeTimers()
  readRow.mockReset().mockResolvedValue('PENDING')
  readList.mockReset().mockResolvedValue('a list')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function Panel() {
  const { data } = useQuery({ queryKey: ['refund', null, null, 'read', '/v1/refund/r1'], queryFn: readRow })
  useQuery({ queryKey: ['refund', null, null, 'list', {}], queryFn: readList })
  useFollowUp({ ids: ['r1'], state: data, isUnderWay: data !== undefined && isUnderWay(data) })
  return data
}

async function open(): Promise<void> {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })}
    >
      <Panel />
    </QueryClientProvider>,
  )
  await wait(0)
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

describe('following what is under way', () => {
  it('reads the row again, slower and slower, for a minute', async () => {
    await open()
    expect(readRow).toHaveBeenCalledTimes(1)
    await wait(10)
    expect(readRow.mock.calls.length).toBeGreaterThan(3)
    await wait(600)
    expect(readRow).toHaveBeenCalledTimes(11)
    expect(readList).toHaveBeenCalledTimes(1)
  })

  it('stops at the outcome, and then reads the lists again', async () => {
    await open()
    readRow.mockResolvedValue('PROCESSED')
    await wait(600)
    expect(readRow).toHaveBeenCalledTimes(2)
    expect(readList).toHaveBeenCalledTimes(2)
  })

  it('reads nothing while nobody looks', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await open()
    await wait(600)
    expect(readRow).toHaveBeenCalledTimes(1)
  })
})
