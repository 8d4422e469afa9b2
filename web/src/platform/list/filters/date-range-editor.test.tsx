import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import { DateRangeEditor } from './date-range-editor.tsx'

const { show } = stage()
const from = '2026-11-26T23:30:00.000Z'

async function opened(to: string | undefined) {
  const onApply = vi.fn()
  show(<DateRangeEditor from={from} to={to} onApply={onApply} />, { time_zone: 'Europe/Amsterdam' })
  const apply = await screen.findByRole('button', { name: 'Apply' }, { timeout: 10_000 })
  return { onApply, apply: () => fireEvent.click(apply) }
}
const chosen = () =>
  [...document.querySelectorAll('button[data-in-range], button[data-selected]')].map((day) =>
    day.getAttribute('aria-label'),
  )

describe('a range from an instant', () => {
  it('is on the days that the viewer has at its ends', async () => {
    await opened('2026-11-26T23:45:00.000Z')
    expect(chosen()).toEqual(['27 November 2026'])
  })

  it('stays what it is when it is applied unchanged', async () => {
    const { onApply, apply } = await opened(undefined)
    apply()
    expect(onApply).toHaveBeenCalledWith(from, undefined)
  })
})
