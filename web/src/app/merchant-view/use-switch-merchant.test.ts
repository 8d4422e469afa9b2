import { describe, expect, it } from 'vitest'
import { addressFor } from './use-switch-merchant.ts'

const row = '01900000-0000-7000-8000-000000000001'

describe('the same screen for another merchant', () => {
  it.each([
    ['/transactions', {}, '/psp/merchants/2:/transactions'],
    ['/refunds', { 'status[]': ['PENDING', 'HOLD'] }, '/psp/merchants/2:/refunds?status[]=PENDING&status[]=HOLD'],
    [
      '/transactions',
      { 'created_at>': '2026-10-01', _sort: '-amount' },
      '/psp/merchants/2:/transactions?created_at>=2026-10-01&_sort=-amount',
    ],
    ['/dashboards/transactions', { period: 'week' }, '/psp/merchants/2:/dashboards/transactions?period=week'],
    ['/users/bundles', {}, '/psp/merchants/2:/users/bundles'],
  ])('keeps %s with its filters', (pathname, search, address) => {
    expect(addressFor('2', pathname, search)).toBe(address)
  })

  it.each([
    [`/transactions/${row}`, { tab: 'events' }],
    ['/transactions', { customer: row, 'payment_profile[]': [row] }],
    ['/transactions', { _search_by: 'merchant_reference', _search: 'A-1', _skip: '50' }],
    ['/transactions', { merchant_reference: 'A-1' }],
  ])('leaves rows of the first behind: %s %j', (pathname, search) => {
    expect(addressFor('2', pathname, search)).toBe('/psp/merchants/2:/transactions')
  })

  it.each(['/nowhere', '/psp/merchants', '/psp/users/bundles'])(
    'is the first screen, where there is none like %s',
    (pathname) => {
      expect(addressFor('2', pathname, { status: 'X' })).toBe('/psp/merchants/2:/')
    },
  )
})
