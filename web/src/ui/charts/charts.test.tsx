import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { csvOf } from './figures.ts'
import { Heatmap } from './heatmap.tsx'
import { labelGap, labelHeight, layOut, nodeWidth } from './lifecycle/lifecycle-layout.ts'
import { LineChart } from './line-chart.tsx'
import { inTwoLines, ticksFor, widthOf } from './plot/axis.ts'
import { stepScale } from './plot/scale.ts'
import { timeLocale } from './plot/time-format.ts'
import { padded, type Slice } from './slice.ts'
import { draw } from './world/world-drawing.ts'
import type { CountryShape } from './world/world-shapes.ts'

class Observer {
  readonly #report: (entries: { contentRect: { width: number } }[]) => void
  constructor(report: (entries: { contentRect: { width: number } }[]) => void) {
    this.#report = report
  }
  observe() {
    this.#report([{ contentRect: { width: 600 } }])
  }
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
const drawLines = (...keys: string[]) =>
  render(<LineChart label="Line" description="Days" height={200} points={points} series={keys.map(series)} />)

describe('the line chart', () => {
  it('dashes the way to the unfinished period, names it, and draws nothing of what has not happened', () => {
    const unfinished = { at: 1, label: 'Vandaag tot 01:20' }
    const later = { key: '2026-10-03', short: '3 okt', long: 'zaterdag 3 oktober', values: { count: 0 } }
    const { container } = render(
      <LineChart
        label="Line"
        description="Days"
        height={200}
        points={[...points, later]}
        series={[series('count')]}
        unfinished={unfinished}
      />,
    )
    expect(screen.getByText('Vandaag tot 01:20')).toBeTruthy()
    expect(screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
      'donderdag 1 oktober: count: 3',
      'vrijdag 2 oktober: count: 0',
    ])
    const lines = [...container.querySelectorAll('polyline')]
    expect(
      lines.map((line) => [
        line.hasAttribute('data-unfinished'),
        line.points?.length ?? line.getAttribute('points')?.split(' ').length,
      ]),
    ).toEqual([
      [false, 1],
      [true, 2],
    ])
  })

  it.each([1, 2])('accepts %d series, and says every exact value of a point', (count) => {
    const keys = ['count', 'volume'].slice(0, count)
    drawLines(...keys)
    const values = keys.map((key) => `${key}: ${key === 'count' ? 3 : 1200}`).join(', ')
    expect(screen.getByRole('img', { name: `donderdag 1 oktober: ${values}` })).toBeTruthy()
  })

  it.each([0, 3])('raises the invalid-series error for %d', (count) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => drawLines(...['count', 'volume', 'refunds'].slice(0, count))).toThrow(/^Invalid series/)
  })

  it('goes from point to point with the arrow keys, as one stop of the tab key', () => {
    drawLines('count')
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

describe('the lifecycle', () => {
  const step = (key: string, percentage: number) => ({
    key,
    name: key,
    percentage,
    shown: `${percentage}%`,
    lines: [],
    colour: 'red',
  })
  const layout = {
    steps: [step('A', 100), step('B', 4), step('C', 90), step('D', 10)],
    columns: [['A'], ['B'], ['C', 'D']],
    lanes: ['A', 'C', 'B', 'D'],
    ways: [
      { from: 'A', to: 'C', percentage: 87, text: '' },
      { from: 'A', to: 'B', percentage: 4, text: '' },
      { from: 'B', to: 'C', percentage: 3, text: '' },
      { from: 'A', to: 'D', percentage: 9, text: '' },
      { from: 'B', to: 'D', percentage: 0, text: '' },
    ],
  }

  it('draws the ways that were gone, as thick as their share, and no others', () => {
    const { nodes, paths } = layOut(layout, 900, 340)
    expect(paths.map(({ way }) => `${way.from}${way.to}`).sort()).toEqual(['AB', 'AC', 'AD', 'BC'])
    const scale = (nodes.find(({ step: { key } }) => key === 'A')?.height ?? 0) / 100
    for (const { way, thickness } of paths) expect(thickness).toBeCloseTo(Math.max(1, way.percentage * scale))
  })

  it('leaves room for the longest label of the last column', () => {
    const long = { ...step('D', 10), name: 'Autorisatie vrijgegeven' }
    const { nodes } = layOut({ ...layout, steps: [...layout.steps.slice(0, 3), long] }, 900, 340)
    const last = nodes.find(({ step: { key } }) => key === 'D')
    expect(900 - (last?.x ?? 900)).toBeGreaterThanOrEqual(nodeWidth + labelGap + widthOf(long.name))
  })

  it('leaves room for the ways that pass a column, so that they cross no step and no label', () => {
    const { nodes, paths } = layOut(layout, 900, 340)
    const passed = nodes.find(({ step: { key } }) => key === 'B')
    if (!passed) throw new Error('B is not drawn')
    for (const { d, thickness } of paths.filter(({ way }) => way.from === 'A' && way.to !== 'B')) {
      // The level part after the bend into the column of B.
      const level = Number(/C[^H]* \S+,(\S+)H/.exec(d)?.[1])
      const isAbove = level + thickness / 2 <= passed.y - labelHeight
      const isBelow = level - thickness / 2 >= passed.y + passed.height
      expect(isAbove || isBelow).toBe(true)
    }
  })
})

describe('the map', () => {
  const square = (code: string, west: number, south: number, size: number): CountryShape => {
    const [east, north] = [west + size, south + size]
    const ring = [west, south, west, north, east, north, east, south, west, south]
    const coordinates = [Array.from({ length: 5 }, (_, at) => ring.slice(2 * at, 2 * at + 2))]
    return { code, shape: { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates } } }
  }
  const shapes = [square('NL', 4, 51, 3), square('US', -110, 35, 30)]
  const all = new Set(['NL', 'US', ''])

  it('is near the countries of the trade, and leaves out what is outside', () => {
    const near = draw(shapes, all, ['NL'], [800, 400])
    expect([near.isZoomed, [...near.places.keys()]]).toEqual([true, ['NL']])
    const [x = 0, y = 0] = near.places.get('NL')?.centre ?? []
    expect([Math.abs(x - 400) < 40, Math.abs(y - 200) < 40]).toEqual([true, true])
    const world = draw(shapes, all, [], [800, 400])
    expect([world.isZoomed, [...world.places.keys()]]).toEqual([false, ['NL', 'US']])
  })
})
