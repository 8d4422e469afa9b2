import { transaction } from '@kontor/contract/payments/transaction.entity'
import { expect, it } from 'vitest'
import { knownList } from './known-list.ts'

it('filters and columns that a later version no longer has are left out, by name; the others stay', () => {
  const filters =
    'colour[]=red&status[]=DECLINED&amount>=1500&payment_product[]=shells&_sort=-age&_search_by=id&_search=x'
  expect(knownList(transaction, filters, ['id', 'shade', 'amount'])).toEqual({
    filters: 'status[]=DECLINED&amount>=1500&_search_by=id&_search=x',
    columns: ['id', 'amount'],
    gone: ['colour', 'payment_product', '_sort', 'shade'],
  })
})

it('what is known stays as it was written', () => {
  const filters = 'created_at>=2026-01-01&status[]=DECLINED'
  expect(knownList(transaction, filters, ['id'])).toEqual({ filters, columns: ['id'], gone: [] })
})
