import { describe, expect, it } from 'vitest'
import { productChoices } from './routing-choices.ts'

const owned = [
  { id: 'a', payment_product: 'card' as const },
  { id: 'b', payment_product: 'card' as const },
  { id: 'i', payment_product: 'ideal' as const },
]
const offered = [
  {
    payment_product: 'card' as const,
    routings: [
      { id: 'whole', name: 'Whole', processors: ['a', 'b'] },
      { id: 'part', name: 'Part', processors: ['a'] },
      { id: 'more', name: 'More', processors: ['a', 'b', 'c'] },
    ],
  },
]
const cardWith = (routing: string) =>
  productChoices(owned, ['a', 'b', 'i'], offered, { card: routing }).find(({ product }) => product === 'card')

describe('the routings of a payment profile', () => {
  it('are chosen for each product of its processors', () => {
    const choices = productChoices(owned, ['a', 'b', 'i'], offered, {})
    expect(choices.map(({ product, routings }) => [product, routings.length])).toEqual([
      ['card', 3],
      ['ideal', 0],
    ])
  })

  it('may only name processors that it has', () => {
    expect(cardWith('whole')).toMatchObject({ missing: [], unroutable: [] })
    expect(cardWith('more')).toMatchObject({ missing: ['c'], unroutable: [] })
  })

  it('must name all of several processors of the product', () => {
    expect(cardWith('part')).toMatchObject({ missing: [], unroutable: ['b'] })
    const alone = productChoices([{ id: 'b', payment_product: 'card' }], ['b'], offered, { card: 'part' })
    expect(alone[0]).toMatchObject({ missing: ['a'], unroutable: [] })
  })

  it('must name the one that the profile had, once what it lacked was added (check 9)', () => {
    const [card] = productChoices([{ id: 'b', payment_product: 'card' }], ['b', 'a'], offered, { card: 'part' })
    expect(card).toMatchObject({ missing: [], unroutable: ['b'] })
  })
})
