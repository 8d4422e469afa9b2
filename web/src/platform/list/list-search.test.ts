import { transaction } from '@kontor/contract/payments/transaction.entity'
import { formatQueryString, parseQueryString } from '@kontor/contract/query-string'
import { describe, expect, it } from 'vitest'
import { cleanSearch } from './clean-search.ts'
import { looksForOne, windowStart, withoutOwnWindow, withWindow } from './default-window.ts'
import { rangeOf } from './filters/date-presets.ts'
import { cleared, sortedBy, withLimit, withoutFilter, withRange, withSearch, withValues } from './list-search.ts'

describe('the address of a list', () => {
  it('drops what the entity does not know, and says what that was', () => {
    const raw = parseQueryString('foo=1&status=NOPE&amount>=abc&_limit=9999&merchant=x&status[]=DECLINED&_skip=50')
    expect(cleanSearch(transaction, raw)).toEqual({
      search: { 'status[]': ['DECLINED'], _skip: '50' },
      dropped: ['foo', 'status', 'amount>', '_limit', 'merchant'],
    })
  })

  it('never shows a default', () => {
    const raw = parseQueryString('_limit=25&_skip=0&_sort=-created_at&status=DECLINED&tab=refunds')
    expect(cleanSearch(transaction, raw)).toEqual({ search: { status: 'DECLINED', tab: 'refunds' }, dropped: [] })
  })

  it('keeps 00123 as it is written', () => {
    const raw = parseQueryString('merchant_reference=00123&_search=%F0%9F%98%80+%25_"\'\\')
    const { search } = cleanSearch(transaction, raw)
    expect(parseQueryString(formatQueryString(search))).toEqual(raw)
  })

  it('writes one value plainly and more with brackets', () => {
    expect(withValues({}, 'status', ['DECLINED'])).toEqual({ status: 'DECLINED' })
    expect(withValues({ status: 'DECLINED' }, 'status', ['A', 'B'])).toEqual({ 'status[]': ['A', 'B'] })
    expect(withValues({ 'status[]': ['A', 'B'] }, 'status', [])).toEqual({})
  })

  it('goes back to the first page when the rows change, and keeps size and order', () => {
    const before = { _skip: '50', _limit: '50', _sort: '-amount' }
    const kept = { _limit: '50', _sort: '-amount' }
    expect(withRange(before, 'amount', '100', undefined)).toEqual({ ...kept, 'amount>': '100' })
    expect(withoutFilter({ ...before, 'amount>': '100' }, 'amount')).toEqual(kept)
    expect(withSearch(before, 'id', 'x')).toEqual({ ...kept, _search_by: 'id', _search: 'x' })
    expect(cleared({ ...before, status: 'A', _search: 'x', tab: 'refunds' })).toEqual({ ...kept, tab: 'refunds' })
    expect(withLimit(before, 25)).toEqual({ _sort: '-amount' })
  })

  it('sorts from high to low first, then the other way', () => {
    expect(sortedBy(transaction, {}, 'amount')).toEqual({ _sort: '-amount' })
    expect(sortedBy(transaction, { _sort: '-amount' }, 'amount')).toEqual({ _sort: 'amount' })
    expect(sortedBy(transaction, { _sort: 'amount' }, 'created_at')).toEqual({})
  })
})

describe('the default window', () => {
  const now = new Date('2026-03-31T22:30:00Z')

  it('begins one month back in the zone of the viewer, also where that month is shorter', () => {
    expect(windowStart(now, 'UTC')).toBe('2026-02-28')
    expect(windowStart(now, 'Europe/Amsterdam')).toBe('2026-03-01')
  })

  it('is not for whoever looks for one row', () => {
    expect(looksForOne(transaction, { _search_by: 'id', _search: 'x' })).toBe(true)
    expect(looksForOne(transaction, { _search: '00123' })).toBe(true)
    expect(looksForOne(transaction, { merchant_reference: '00123' })).toBe(true)
    expect(looksForOne(transaction, { _search_by: 'customer_name', _search: 'jan' })).toBe(false)
    expect(looksForOne(transaction, { blocked: 'true' })).toBe(false)
  })

  it('comes to an address without a time, and goes when the search for one row begins', () => {
    const start = '2026-02-28'
    expect(withWindow(transaction, {}, start)).toEqual({ 'created_at>': start })
    expect(withWindow(transaction, { 'created_at<': '2026-01-01' }, start)).toEqual({ 'created_at<': '2026-01-01' })
    const searching = { 'created_at>': start, _search: '00123' }
    expect(withoutOwnWindow(transaction, searching, start)).toEqual({ _search: '00123' })
    expect(withoutOwnWindow(transaction, { ...searching, 'created_at>': '2026-01-01' }, start)).toHaveProperty(
      'created_at>',
    )
  })
})

describe('the presets', () => {
  const now = new Date('2026-01-15T12:00:00Z')
  it.each([
    ['last_28_days', '2025-12-19', '2026-01-15'],
    ['previous_month', '2025-12-01', '2025-12-31'],
    ['previous_quarter', '2025-10-01', '2025-12-31'],
    ['previous_year', '2025-01-01', '2025-12-31'],
    ['current_quarter', '2026-01-01', '2026-03-31'],
  ] as const)('%s', (preset, from, to) => {
    expect(rangeOf(preset, now, 'Europe/Amsterdam')).toEqual({ from, to })
  })
})
