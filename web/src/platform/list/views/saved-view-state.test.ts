import type { Query } from '@kontor/contract/lists/query-string'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import type { SavedViewContent } from '@kontor/contract/platform/saved-view.schemas'
import { describe, expect, it } from 'vitest'
import { contentOf, isSameView, searchOfView } from './saved-view-state.ts'

const timeZone = 'Europe/Amsterdam'
const october = new Date('2026-10-25T12:00:00Z')
const november = new Date('2026-11-21T12:00:00Z')
const columns = { order: ['amount'], shown: { country_code: true } }
const kept = (search: Record<string, string | string[]>, isMoving = true, initial = {}) =>
  contentOf(transaction, search, initial, columns, { isMoving, now: october, timeZone })

const opened = (content: SavedViewContent) =>
  searchOfView(transaction, { 'created_at>': '2026-10-21' }, content, { now: november, timeZone })

describe('a saved view', () => {
  it('is without the page and the panel', () => {
    const content = kept({ 'status[]': ['A', 'B'], _sort: '-amount', _limit: '50', _skip: '100', tab: 'events' })
    expect(content).toEqual({ query: { 'status[]': ['A', 'B'], _sort: '-amount', _limit: '50' }, dates: {}, columns })
  })

  it('moves with time where its range is a preset', () => {
    const content = kept({ 'created_at>': '2026-09-28', 'created_at<': '2026-10-25', status: 'DECLINED' })
    expect(content).toMatchObject({ query: { status: 'DECLINED' }, dates: { created_at: 'last_28_days' } })
    expect(searchOfView(transaction, {}, content, { now: november, timeZone })).toEqual({
      status: 'DECLINED',
      'created_at>': '2026-10-25',
      'created_at<': '2026-11-21',
    })
  })

  it('stays with its days where they are no preset, or are wanted as they are', () => {
    const odd = { 'created_at>': '2026-09-27', 'created_at<': '2026-10-25' }
    expect(kept(odd)).toMatchObject({ query: odd, dates: {} })
    const preset = { 'created_at>': '2026-09-28', 'created_at<': '2026-10-25' }
    expect(kept(preset, false)).toMatchObject({ query: preset, dates: {} })
  })

  it('leaves the list its own window, as it is on the day on which the view is opened', () => {
    const initial = { 'created_at>': '2026-09-25' }
    const content = kept({ ...initial, status: 'FAILED' }, true, initial)
    expect(content.query).toEqual({ status: 'FAILED' })
    expect(opened(content)).toEqual({ status: 'FAILED', 'created_at>': '2026-10-21' })
  })

  it('of all time, of days of its own, or of what is searched for has no window', () => {
    const initial = { 'created_at>': '2026-09-25' }
    const searches: Query[] = [
      { _all: 'true', status: 'FAILED' },
      { 'created_at<': '2026-10-01' },
      { ...initial, 'created_at<': '2026-10-03' },
      { _search: 'tulip', _search_by: 'merchant_reference' },
    ]
    for (const search of searches) expect(opened(kept(search, true, initial))).toEqual(search)
  })

  it('with a preset that is no longer known shows all times', () => {
    const content = { query: { status: 'FAILED' }, dates: { created_at: 'last_blue_moon' }, columns }
    expect(searchOfView(transaction, {}, content, { now: october, timeZone })).toEqual({ status: 'FAILED' })
  })

  it('is on screen whatever the page, and in whatever order its filters are written', () => {
    expect(isSameView({ status: 'A', _sort: 'amount' }, { _sort: 'amount', status: 'A', _skip: '25' })).toBe(true)
    expect(isSameView({ status: 'A' }, { status: 'B' })).toBe(false)
  })
})
