import { expect, it } from 'vitest'
import { factsOfRow } from './related.ts'

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
