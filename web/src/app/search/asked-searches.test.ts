import { entities } from '@kontor/contract/entities'
import { expect, it } from 'vitest'
import { entityNamed } from '../navigation/navigation.ts'
import { askedSearches } from './asked-searches.ts'

const asked = (text: string) =>
  Object.fromEntries(
    entities.flatMap((entity) => {
      const searches = askedSearches(entity, text)
      return searches.length > 0 ? [[entity.name, searches]] : []
    }),
  )

it('asks for an id in every list, and by the item in that of webhooks', () => {
  const found = asked('01980000-0000-7000-8000-000000000001')
  expect(Object.keys(found).sort()).toEqual(entities.map(({ name }) => name).sort())
  expect(found['webhook']).toEqual(['item_id', 'id'])
})

it('asks for an e-mail address where there are any', () => {
  expect(asked('fleur@example.com')).toEqual({ customer: ['email_address'] })
})

it('asks for a name where something has one, and not in payments, which have their customer', () => {
  const found = asked('de vries')
  expect(found).toMatchObject({
    customer: ['name'],
    merchant: ['name'],
    terminal: ['name'],
    subscription: ['customer_name'],
  })
  expect(Object.keys(found)).not.toContain('transaction')
})

it('asks for a number by the beginning of a reference, and for a name that has a digit', () => {
  expect(asked('BL-0012')).toMatchObject({
    transaction: ['merchant_reference'],
    refund: ['merchant_reference'],
    customer: ['reference', 'name'],
    terminal: ['terminal_id', 'serial_number', 'name'],
  })
  expect(askedSearches(entityNamed('plan'), 'plus12')).toEqual(['name'])
})

it('asks each list three times at most', () => {
  for (const text of ['BL-1', 'jansen', 'a b', 'x@y.nl'])
    for (const searches of Object.values(asked(text))) expect(searches.length).toBeLessThanOrEqual(3)
})
