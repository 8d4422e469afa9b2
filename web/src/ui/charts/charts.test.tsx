import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { csvOf } from './figures.ts'
import { Heatmap } from './heatmap.tsx'
import { LineChart } from './line-chart.tsx'
import { inTwoLines, ticksFor } from './plot/axis.ts'
import { stepScale } from './plot/scale.ts'
import { timeLocale } from './plot/time-format.ts'
import { padded, type Slice } from './slice.ts'

class Observer {
  observe() {}
  disconnect() {}
}

beforeEach(() => vi.stubGlobal('ResizeObserver', Observer))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const series = (key: string) => ({ key, label: key, exact: String, short: String })
const points = [
  { key: '2026-10-01', short: '1 okt', long: 'donderdag 1 oktober', values: { count: 3, volume: 1200 } },
  { key: '2026-10-02', short: '2 okt', long: 'vrijdag 2 oktober', values: { count: 0, volume: 0 } },
]
const draw = (...keys: string[]) =>
  render(<LineChart label="Line" description="Days" height={200} points={points} series={keys.map(series)} />)

describe('the line chart', () => {
  it.each([1, 2])('accepts %d series, and says every exact value of a point', (count) => {
    const keys = ['count', 'volume'].slice(0, count)
    draw(...keys)
    const values = keys.map((key) => `${key}: ${key === 'count' ? 3 : 1200}`).join(', ')
    expect(screen.getByRole('img', { name: `donderdag 1 oktober: ${values}` })).toBeTruthy()
  })

  it.each([0, 3])('raises the invalid-series error for %d', (count) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => draw(...['count', 'volume', 'refunds'].slice(0, count))).toThrow(/^Invalid series/)
  })

  it('goes from point to point with the arrow keys, as one stop of the tab key', () => {
    draw('count')
    const [first, second] = screen.getAllByRole('img')
    first?.focus()
    fireEvent.keyDown(first ?? document, { key: 'ArrowRight' })
    expect(document.activeElement).toBe(second)
    expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('tabindex'))).toEqual(['-1', '0'])
  })
})

it('pads a bar chart to at least 4 bars', () => {
  const slice = (key: string): Slice => ({ key, name: key, value: 1, lines: [], colour: '' })
  expect(padded([slice('a')])).toHaveLength(4)
  expect(padded(['a', 'b', 'c', 'd', 'e'].map(slice))).toHaveLength(5)
})

describe('the heatmap', () => {
  const rows = Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => ({ value: hour, name: `${day}/${hour}`, lines: [String(hour)] })),
  )

  it('has 24 hours by 7 days, and goes down a day with the arrow keys', () => {
    const weekdays = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']
    render(<Heatmap label="Heat" description="" weekdays={weekdays} rows={rows} exact={String} />)
    const cells = screen.getAllByRole('img')
    expect(cells).toHaveLength(168)
    cells[0]?.focus()
    fireEvent.keyDown(cells[0] ?? document, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(cells[24])
  })

  it('has 7 steps, the last for the largest value alone', () => {
    const { bounds, colourOf } = stepScale(70)
    expect(bounds).toEqual([10, 20, 30, 40, 50, 60, 70])
    expect(new Set([1, 11, 21, 31, 41, 51, 61].map(colourOf)).size).toBe(7)
    expect(colourOf(10)).toBe(colourOf(1))
    expect(colourOf(0)).not.toBe(colourOf(1))
  })
})

describe('texts of dates', () => {
  it('warns of a locale that there is none for, and falls back to en-US', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const format = timeLocale('fr').utcFormat('%B')
    expect(warn).toHaveBeenCalledWith('Unsupported locale in d3, reverting to en-US.')
    expect(format(new Date('2026-05-01'))).toBe('May')
  })

  it('knows nl and en-US', () => {
    const warn = vi.spyOn(console, 'warn')
    expect(timeLocale('nl').utcFormat('%B')(new Date('2026-05-01'))).toBe('mei')
    expect(timeLocale('en-US').utcFormat('%B')(new Date('2026-05-01'))).toBe('May')
    expect(warn).not.toHaveBeenCalled()
  })
})

it('writes figures that programs can read, and no formula', () => {
  const csv = csvOf({
    rows: [
      { name: '=HYPERLINK("x")', amount: '-1234.50' },
      { name: 'Shop, the "best"', amount: '0.05' },
    ],
    keyOf: ({ name }) => name,
    columns: [
      { name: 'Name', shown: () => '', plain: ({ name }) => name },
      { name: 'Amount', isNumber: true, shown: () => '€ 1.234,50', plain: ({ amount }) => amount },
    ],
  })
  expect(csv).toBe('\uFEFFName,Amount\r\n"\'=HYPERLINK(""x"")",-1234.50\r\n"Shop, the ""best""",0.05\r\n')
})

describe('an axis', () => {
  it.each([
    [0, [0, 1, 2, 3, 4]],
    [3, [0, 1, 2, 3, 4]],
    [83, [0, 25, 50, 75, 100]],
    [465_512, [0, 150_000, 300_000, 450_000, 600_000]],
  ])('of values up to %d has round and whole values', (largest, ticks) => {
    expect(ticksFor(largest)).toEqual(ticks)
  })

  it('breaks a long label between words', () => {
    expect(inTwoLines('SEPA direct debit', 80)).toEqual(['SEPA direct', 'debit'])
    expect(inTwoLines('SEPA-incasso', 60)).toEqual(['SEPA-', 'incasso'])
    expect(inTwoLines('Bancontact', 20)).toEqual(['Bancontact'])
  })
})
