import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { expect, test } from 'vitest'
import { type Column, columnsOf } from './columns.tsx'
import { inOrderOfDropping } from './fitting-columns.ts'

const placed = <R>(columns: readonly Column<R>[]) =>
  Object.fromEntries(columns.flatMap(({ name, place }) => (place ? [[place, name]] : [])))

test('a row of two lines has the reference and the amount, and below them the moment and the status', () => {
  const columns = columnsOf(transaction, ['created_at', 'merchant_reference', 'customer_name', 'amount', 'status'])
  expect(placed(columns)).toEqual({
    name: 'merchant_reference',
    figure: 'amount',
    when: 'created_at',
    state: 'status',
  })
})

test('the amount of the row counts, whatever other amounts stand before it', () => {
  const columns = columnsOf(chargeback, ['created_at', 'merchant_reference', 'transaction_amount', 'amount', 'status'])
  expect(placed(columns).figure).toBe('amount')
})

test('a list says which columns are its lines, and which place stays empty', () => {
  const lines = { when: 'country_code', state: null } as const
  const columns = columnsOf(merchant, ['name', 'country_code', 'active', 'amount'], { lines })
  expect(placed(columns)).toEqual({ name: 'name', figure: 'amount', when: 'country_code' })
})

test('a list beside a panel gives up its last columns first, then the chosen ones, and never what a row is', () => {
  const columns = columnsOf(
    transaction,
    ['created_at', 'merchant_reference', 'amount', 'status', 'payment_product', 'customer_name'],
    { extra: ['country_code'] },
  )
  expect(inOrderOfDropping(columns).map(({ name }) => name)).toEqual([
    'customer_name',
    'payment_product',
    'country_code',
    'created_at',
  ])
})
