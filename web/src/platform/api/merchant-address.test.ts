import { describe, expect, it } from 'vitest'
import { joinAddress, splitAddress } from './merchant-address.ts'

describe('the merchant in an address', () => {
  it.each([
    ['/psp/merchants/42:/refunds', { merchant: '42' }, '/refunds'],
    ['/psp/merchants/42%3A/refunds', { merchant: '42' }, '/refunds'],
    ['/psp/merchants/42:7/transactions/9', { merchant: '42', organisation: '7' }, '/transactions/9'],
    ['/psp/merchants/42/refunds', { merchant: '42' }, '/refunds'],
    ['/psp/merchants/42:', { merchant: '42' }, '/'],
    ['/psp/merchants/%E0%A4%A/refunds', { merchant: '%E0%A4%A' }, '/refunds'],
  ])('%s is taken off and kept as the view', (address, scope, pathname) => {
    expect(splitAddress(address)).toEqual({ scope, pathname })
  })

  it.each([
    '/psp/merchants',
    '/psp/merchants/details/42',
    '/psp/merchants/details/42/page',
    '/psp/transactions',
    '/refunds',
    '/',
  ])('%s has none', (address) => {
    expect(splitAddress(address)).toEqual({ scope: {}, pathname: address })
  })

  it.each([
    [{ merchant: '42' }, '/refunds', '/psp/merchants/42:/refunds'],
    [{ merchant: '42' }, '/', '/psp/merchants/42:/'],
    [{ merchant: '42', organisation: '7' }, '/refunds/1', '/psp/merchants/42:7/refunds/1'],
    [{ organisation: '7' }, '/refunds', '/refunds'],
    [{}, '/refunds', '/refunds'],
  ])('is put back on every link within the view', (scope, pathname, address) => {
    expect(joinAddress(scope, pathname)).toBe(address)
  })

  it.each(['/psp/merchants', '/psp/transactions', '/login', '/logout', '/set-up'])('leaves %s alone', (pathname) => {
    expect(joinAddress({ merchant: '42' }, pathname)).toBe(pathname)
  })
})
