import { formatQueryString, parseQueryString, type Query } from '@kontor/contract/lists/query-string'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { describe, expect, it } from 'vitest'
import { rangeOf } from '../filters/date-presets.ts'
import { cleanSearch } from './clean-search.ts'
import { afterChange, hasOwnWindow, searchesAllTime, windowStart, withWindow } from './default-window.ts'
import {
  cleared,
  listOf,
  ofNextRow,
  sortedBy,
  withLimit,
  withoutFilter,
  withoutPanel,
  withRange,
  withSearch,
  withValues,
} from './list-search.ts'

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

  it('keeps nothing of one row for the next, but the tab, and nothing of a panel once it is closed', () => {
    const screen = { parameters: ['step'] }
    const search = { status: 'CLOSED', tab: 'transfers', step: 'fees' }
    expect(ofNextRow(search, screen)).toEqual({ status: 'CLOSED', tab: 'transfers' })
    expect(withoutPanel(search, screen)).toEqual({ status: 'CLOSED' })
  })

  it('has no field to search by without a text', () => {
    expect(cleanSearch(transaction, { _search_by: 'customer' })).toEqual({ search: {}, dropped: [] })
    const searching = { _search_by: 'customer', _search: 'Smit' }
    expect(cleanSearch(transaction, searching)).toEqual({ search: searching, dropped: [] })
  })

  it('may ask for everything only where a list hides something at first', () => {
    expect(cleanSearch(transaction, { _all: 'true' }, ['_all']).search).toEqual({ _all: 'true' })
    expect(cleanSearch(transaction, { _all: 'true' }).dropped).toEqual(['_all'])
  })

  it('asks for the rows of a tree as a list, which no request says and no cleared filter ends', () => {
    const search = { _as: 'list', country_code: 'NL' }
    expect(listOf(search)).toEqual({ country_code: 'NL' })
    expect(cleared(search)).toEqual({ _as: 'list', _all: 'true' })
    expect(ofNextRow(search, {})).toEqual(search)
    expect(cleanSearch(transaction, { _as: 'list' }).dropped).toEqual(['_as'])
  })

  it('keeps 00123 as it is written', () => {
    const raw = parseQueryString('merchant_reference=00123&_search=%F0%9F%98%80+%25_"\'\\')
    const { search } = cleanSearch(transaction, raw)
    expect(parseQueryString(formatQueryString(search))).toEqual(raw)
  })

  it('writes a filter that takes several values with brackets, also one value, and any other plainly', () => {
    const status = { name: 'status', kind: 'any' } as const
    expect(withValues({}, status, ['DECLINED'])).toEqual({ 'status[]': ['DECLINED'] })
    expect(withValues({ status: 'DECLINED' }, status, ['A', 'B'])).toEqual({ 'status[]': ['A', 'B'] })
    expect(withValues({ 'status[]': ['A', 'B'] }, status, [])).toEqual({})
    expect(withValues({}, { name: 'blocked', kind: 'is' }, ['true'])).toEqual({ blocked: 'true' })
  })

  it('goes back to the first page when the rows change, and keeps size and order', () => {
    const before = { _skip: '50', _limit: '50', _sort: '-amount' }
    const kept = { _limit: '50', _sort: '-amount' }
    expect(withRange(before, 'amount', '100', undefined)).toEqual({ ...kept, 'amount>': '100' })
    expect(withoutFilter({ ...before, 'amount>': '100' }, 'amount')).toEqual(kept)
    expect(withSearch(before, 'id', 'x')).toEqual({ ...kept, _search_by: 'id', _search: 'x' })
    expect(cleared({ ...before, status: 'A', _search: 'x', tab: 'refunds' })).toEqual({
      ...kept,
      tab: 'refunds',
      _all: 'true',
    })
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

  it('is not for whoever searches, by whatever field, or names a whole value', () => {
    expect(searchesAllTime(transaction, { _search_by: 'id', _search: 'x' })).toBe(true)
    expect(searchesAllTime(transaction, { _search_by: 'customer', _search: 'jan' })).toBe(true)
    expect(searchesAllTime(transaction, { merchant_reference: '00123' })).toBe(true)
    expect(searchesAllTime(transaction, { _search_by: 'customer' })).toBe(false)
    expect(searchesAllTime(transaction, { blocked: 'true' })).toBe(false)
    expect(searchesAllTime(transaction, { status: 'DECLINED' })).toBe(false)
  })

  const start = '2026-02-28'
  const own = { 'created_at>': start }

  it('comes to an address that has no time, does not search and does not ask for everything', () => {
    expect(withWindow(transaction, {}, start)).toEqual(own)
    const others: Query[] = [{ 'created_at<': '2026-01-01' }, { _search: 'jan' }, { _all: 'true' }]
    for (const other of others) expect(withWindow(transaction, other, start)).toEqual(other)
  })

  it('is told apart from a range that the reader chose', () => {
    expect(hasOwnWindow(own, start)).toBe(true)
    expect(hasOwnWindow({ ...own, 'created_at<': '2026-03-01' }, start)).toBe(false)
    expect(hasOwnWindow({ 'created_at>': '2026-01-01' }, start)).toBe(false)
  })

  const after = (before: Query, next: Query) => afterChange(transaction, { window: true }, start, before, next)

  it('goes when a search begins, and a range that the reader chose stays', () => {
    expect(after(own, { ...own, _search: 'jan' })).toEqual({ _search: 'jan' })
    const chosen = { 'created_at>': '2026-01-01' }
    expect(after(chosen, { ...chosen, _search: 'jan' })).toEqual({ ...chosen, _search: 'jan' })
  })

  it('stays away once it was taken away, through other filters and a search, until another range is chosen', () => {
    expect(after(own, {})).toEqual({ _all: 'true' })
    expect(after({ _all: 'true' }, { _all: 'true', status: 'DECLINED' })).toEqual({ _all: 'true', status: 'DECLINED' })
    expect(after({ _all: 'true' }, { _all: 'true', _search: 'jan' })).toEqual({ _all: 'true', _search: 'jan' })
    const chosen = { 'created_at>': '2026-01-01' }
    expect(after({ _all: 'true' }, { _all: 'true', ...chosen })).toEqual(chosen)
  })

  it('does not come back when all filters are cleared, nor when a chosen range is removed', () => {
    expect(after({ ...own, status: 'DECLINED' }, cleared({ ...own, status: 'DECLINED' }))).toEqual({ _all: 'true' })
    expect(after({ _search: 'jan' }, cleared({ _search: 'jan' }))).toEqual({ _all: 'true' })
    expect(after({ 'created_at>': '2026-01-01' }, {})).toEqual({ _all: 'true' })
  })
})

describe('the first filter of a list', () => {
  const after = (next: Query) => afterChange(transaction, { initial: { blocked: 'true' } }, '', {}, next)

  it('stays away once it was taken away, and nothing else is left in the address', () => {
    expect(after({})).toEqual({ _all: 'true' })
    expect(after(cleared({ blocked: 'true' }))).toEqual({ _all: 'true' })
    expect(after({ _all: 'true', status: 'DECLINED' })).toEqual({ status: 'DECLINED' })
  })

  it('is not asked about by a list that has none', () => {
    expect(afterChange(transaction, {}, '', { status: 'DECLINED' }, cleared({ status: 'DECLINED' }))).toEqual({})
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
