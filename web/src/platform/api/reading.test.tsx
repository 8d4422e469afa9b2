import { report } from '@kontor/contract/reports/report.entity'
import { tag } from '@kontor/contract/tags/tag.entity'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useList } from './reading.ts'

const server = vi.fn<() => Promise<Response>>()
let status = 'PENDING'

beforeEach(() => {
  vi.useFakeTimers()
  status = 'PENDING'
  server.mockReset().mockImplementation(async () => Response.json([{ id: 'r', status }]))
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function List() {
  const { data } = useList(report, {}, { isUnderWay: (rows) => rows.some((row) => row.status === 'PENDING') })
  return data?.map((row) => row.status)
}

async function open(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  await wait(0)
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
/** How often it is read within so many seconds. */
async function readsIn(seconds: number): Promise<number> {
  const before = server.mock.calls.length
  await wait(seconds)
  return server.mock.calls.length - before
}

describe('a reading that shows work in the background', () => {
  it('is read again soon at first, and then slower and slower, but never less than six times a minute', async () => {
    await open()
    expect(await readsIn(9)).toBeGreaterThanOrEqual(5)
    await wait(600)
    expect(await readsIn(60)).toBe(6)
  })

  it('is left alone at its end', async () => {
    await open()
    await wait(300)
    status = 'PROCESSED'
    await wait(10)
    expect(await readsIn(600)).toBe(0)
  })

  it('is not read while nobody looks, and again once somebody does', async () => {
    const seen = vi.spyOn(document, 'visibilityState', 'get')
    await open()
    seen.mockReturnValue('hidden')
    expect(await readsIn(600)).toBe(0)
    seen.mockReturnValue('visible')
    expect(await readsIn(10)).toBeGreaterThan(0)
  })
})

function OneOf({ isOther }: { isOther: boolean }) {
  const { data } = useList<typeof report | typeof tag>(isOther ? tag : report)
  return data ? `${data.length} rows` : 'nothing yet'
}

it('shows nothing of one list while another one loads in its place', async () => {
  const client = new QueryClient()
  const shown = (isOther: boolean) => (
    <QueryClientProvider client={client}>
      <OneOf isOther={isOther} />
    </QueryClientProvider>
  )
  const { container, rerender } = render(shown(false))
  await wait(0)
  expect(container.textContent).toBe('1 rows')
  server.mockReturnValue(new Promise(() => {}))
  rerender(shown(true))
  await wait(0)
  expect(container.textContent).toBe('nothing yet')
})
