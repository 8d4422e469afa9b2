import { transaction } from '@kontor/contract/payments/transaction.entity'
import { describe, expect, it } from 'vitest'
import { contentOf, isSameView, searchOfView } from './saved-view-state.ts'

const timeZone = 'Europe/Amsterdam'
const october = new Date('2026-10-25T12:00:00Z')
const november = new Date('2026-11-21T12:00:00Z')
const columns = { order: ['amount'], shown: { country_code: true } }
const kept = (search: Record<string, string | string[]>, isMoving = true, initial = {}) =>
  contentOf(transaction, search, initial, columns, { isMoving, now: october, timeZone })

describe('a saved view', () => {
  it('is without the page and the panel', () => {
    const content = kept({ 'status[]': ['A', 'B'], _sort: '-amount', _limit: '50', _skip: '100', tab: 'events' })
    expect(content).toEqual({ query: { 'status[]': ['A', 'B'], _sort: '-amount', _limit: '50' }, dates: {}, columns })
  })

  it('moves with time where its range is a preset', () => {
    const content = kept({ 'created_at>': '2026-09-28', 'created_at<': '2026-10-25', status: 'DECLINED' })
    expect(content).toMatchObject({ query: { status: 'DECLINED' }, dates: { created_at: 'last_28_days' } })
    expect(searchOfView(content, { now: november, timeZone })).toEqual({
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

  it('leaves the list its own window', () => {
    const initial = { 'created_at>': '2026-09-25' }
    expect(kept({ ...initial, status: 'FAILED' }, true, initial).query).toEqual({ status: 'FAILED' })
  })

  it('with a preset that is no longer known shows all times', () => {
    const content = { query: { status: 'FAILED' }, dates: { created_at: 'last_blue_moon' }, columns }
    expect(searchOfView(content, { now: october, timeZone })).toEqual({ status: 'FAILED' })
  })

  it('is on screen whatever the page, and in whatever order its filters are written', () => {
    expect(isSameView({ status: 'A', _sort: 'amount' }, { _sort: 'amount', status: 'A', _skip: '25' })).toBe(true)
    expect(isSameView({ status: 'A' }, { status: 'B' })).toBe(false)
  })
})
