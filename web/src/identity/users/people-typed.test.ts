import { describe, expect, it } from 'vitest'
import { peopleTyped, wrongAddressIn } from './people-typed.ts'

describe('the people of an invitation', () => {
  it.each([
    ['', []],
    ['a@shop.example', [{ email: 'a@shop.example' }]],
    ['a@shop.example\nb@shop.example', [{ email: 'a@shop.example' }, { email: 'b@shop.example' }]],
    [' a@shop.example , b@shop.example; ', [{ email: 'a@shop.example' }, { email: 'b@shop.example' }]],
    ['Anna de Wit <anna@shop.example>', [{ email: 'anna@shop.example', name: 'Anna de Wit' }]],
    ['"Anna de Wit" <anna@shop.example>', [{ email: 'anna@shop.example', name: 'Anna de Wit' }]],
    ['<anna@shop.example>', [{ email: 'anna@shop.example' }]],
    ['a@shop.example\nA@Shop.example', [{ email: 'a@shop.example' }]],
    ['no address', [{ email: 'no address' }]],
  ])('typed as %j are %j', (text, people) => expect(peopleTyped(text)).toEqual(people))
})

it('finds the first typed address that is none', () => {
  expect(wrongAddressIn('a@shop.example, Anna <anna.shop.example>, b')).toBe('anna.shop.example')
  expect(wrongAddressIn('a@shop.example')).toBeUndefined()
})
