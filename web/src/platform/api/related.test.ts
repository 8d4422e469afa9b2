import { expect, it } from 'vitest'
import { distinctTitles, factsOfRow } from './related.ts'

it('tells two customers of one name apart by their addresses, numbers and places', () => {
  const noor = { id: '1', name: 'Noor Jansen', email_address: 'noor@example.com', reference: 'K-17', city: 'Utrecht' }
  expect(factsOfRow(noor)).toBe('noor@example.com · K-17 · Utrecht')
  expect(factsOfRow({ ...noor, reference: null, city: '' })).toBe('noor@example.com')
})

it('does not repeat an address that is the title already', () => {
  expect(factsOfRow({ id: '1', name: null, email_address: 'noor@example.com', city: 'Utrecht' })).toBe('Utrecht')
})

it('says the currency of a shop', () => {
  expect(factsOfRow({ id: '1', name: 'Bloom Nederland', currency_code: 'EUR' })).toBe('EUR')
})

it('says where a processor is: its gateway and its account there', () => {
  expect(factsOfRow({ id: '1', name: 'Cards', gateway: 'stripe', account: 'acct_1' })).toBe('stripe · acct_1')
})

it('tells rows of one title apart by their facts, and by their ids where these are equal too', () => {
  const rows = [
    { id: '01900000-0000-7000-8000-000000000001', name: 'Cards', gateway: 'stripe', account: 'acct_1' },
    { id: '01900000-0000-7000-8000-000000000002', name: 'Cards', gateway: 'stripe', account: 'acct_2' },
    { id: '01900000-0000-7000-8000-000000000003', name: 'iDEAL', gateway: 'mollie', account: null },
    { id: '01900000-0000-7000-8000-000000000004', name: 'Klarna' },
    { id: '01900000-0000-7000-8000-000000000005', name: 'Klarna' },
  ]
  expect([...distinctTitles(rows).values()]).toEqual([
    'Cards · stripe · acct_1',
    'Cards · stripe · acct_2',
    'iDEAL',
    'Klarna · …00000004',
    'Klarna · …00000005',
  ])
})
