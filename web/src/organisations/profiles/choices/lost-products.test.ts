import type { Processor } from '@kontor/contract/processors/processor.entity'
import { describe, expect, it } from 'vitest'
import { lostProducts } from './lost-products.ts'

const taking = (id: string, payment_product: Processor['payment_product'], active = true) =>
  ({ id, payment_product, active }) as Processor

describe('the payment products that a shop loses', () => {
  const known = [taking('a', 'card'), taking('b', 'card'), taking('c', 'ideal'), taking('d', 'eps', false), 'unseen']

  it('are those that no remaining processor takes', () => {
    expect(lostProducts(known, ['a', 'b', 'c', 'd', 'unseen'])).toEqual([])
    expect(lostProducts(known, ['b', 'c'])).toEqual([])
    expect(lostProducts(known, ['a', 'b'])).toEqual(['ideal'])
    expect(lostProducts(known, [])).toEqual(['card', 'ideal'])
  })

  it('are lost too when only an inactive processor remains, and not with an inactive one', () => {
    const half = [taking('a', 'card'), taking('b', 'card', false)]
    expect(lostProducts(half, ['b'])).toEqual(['card'])
    expect(lostProducts(half, ['a'])).toEqual([])
  })
})
