import { describe, expect, it } from 'vitest'
import { offsetsOf } from '../../platform/time/time-zone.ts'
import { cutByNearestDays } from './span.ts'

const amsterdam = offsetsOf('Europe/Amsterdam')
const at = (text: string) => Date.parse(text)
const cut = (from: string, to: string, now?: string) => {
  const { inner, edges, beyond } = cutByNearestDays(
    { from: at(from), to: at(to) },
    amsterdam,
    now ? at(now) : undefined,
  )
  const shown = (span: { from: number; to: number }) =>
    `${new Date(span.from).toISOString().slice(5, 16)} ${new Date(span.to).toISOString().slice(5, 16)}`
  return { inner: shown(inner), edges: edges.map(shown), beyond: beyond.map(shown) }
}

describe('a range by whole days', () => {
  it('that ends now has all of today, from which nothing but what comes after now is taken', () => {
    expect(cut('2026-11-01T23:00Z', '2026-11-22T13:00Z', '2026-11-22T13:00Z')).toEqual({
      inner: '11-01T23:00 11-22T23:00',
      edges: [],
      beyond: ['11-22T13:00 11-22T23:00'],
    })
  })

  it('has at each end whatever leaves the fewest rows to be read', () => {
    expect(cut('2026-11-02T01:00Z', '2026-11-21T03:00Z', '2026-11-22T13:00Z')).toEqual({
      inner: '11-01T23:00 11-20T23:00',
      edges: ['11-20T23:00 11-21T03:00'],
      beyond: ['11-01T23:00 11-02T01:00'],
    })
    expect(cut('2026-11-02T20:00Z', '2026-11-21T20:00Z')).toEqual({
      inner: '11-02T23:00 11-21T23:00',
      edges: ['11-02T20:00 11-02T23:00'],
      beyond: ['11-21T20:00 11-21T23:00'],
    })
  })

  it('within a day is read from the rows, unless it is most of that day', () => {
    expect(cut('2026-11-02T08:00Z', '2026-11-02T12:00Z').edges).toEqual(['11-02T08:00 11-02T12:00'])
    expect(cut('2026-11-02T00:00Z', '2026-11-02T22:00Z')).toEqual({
      inner: '11-01T23:00 11-02T23:00',
      edges: [],
      beyond: ['11-01T23:00 11-02T00:00', '11-02T22:00 11-02T23:00'],
    })
  })
})
