import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { RouteTesterPage } from './route-tester.page.tsx'

const { show } = stage()
afterEach(() => vi.useRealTimers())

const stateOf = (route: string) =>
  screen.getByText(route, { exact: true }).parentElement?.textContent?.slice(route.length)

describe('the tester of routes', () => {
  it('gives each screen that may be opened 1500 ms, and names those that break', async () => {
    show(<RouteTesterPage />, { roles: ['TRANSACTION_LIST'] })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2)
    const [one, next] = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent ?? '') as [
      string,
      string,
    ]
    const [unset, other] = [stateOf(one), stateOf(next)]
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button'))
    await act(() => vi.advanceTimersByTimeAsync(1_490))
    const pending = stateOf(one)
    expect(pending).not.toBe(unset)
    expect(stateOf(next)).toBe(other)
    await act(() => vi.advanceTimersByTimeAsync(20))
    // The frame in this test is empty, which counts as a broken screen.
    const failed = stateOf(one)
    expect(new Set([unset, pending, failed]).size).toBe(3)
    expect(stateOf(next)).toBe(pending)
  })
})
