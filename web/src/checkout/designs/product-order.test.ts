import { describe, expect, it } from 'vitest'
import { movedTo } from '../../platform/form/moved-to.ts'
import { leftOut, orderIn, toggled } from './product-order.ts'

const names: Readonly<Record<string, string>> = { sepa_debit: 'Automatische incasso', card: 'Kaart' }
const nameOf = (product: string) => names[product] ?? product

describe('the order of payment methods', () => {
  it('takes in a method as the last, and gives it back to those that are sorted by name', () => {
    const order = toggled(['ideal', 'card'], 'paypal')
    expect(order).toEqual(['ideal', 'card', 'paypal'])
    expect(toggled(order, 'card')).toEqual(['ideal', 'paypal'])
    expect(leftOut(['ideal', 'paypal', 'eps', 'blik'], nameOf)).toEqual(['sepa_debit', 'bancontact', 'card', 'klarna'])
  })

  it('moves a method to a place among the others', () => {
    expect(movedTo(['ideal', 'card', 'paypal'], 'paypal', 0)).toEqual(['paypal', 'ideal', 'card'])
    expect(movedTo(['ideal', 'card', 'paypal'], 'ideal', 2)).toEqual(['card', 'paypal', 'ideal'])
  })

  it('is read of what a draft holds without what is no method', () => {
    expect(orderIn(['ideal', 'cash', 'card'])).toEqual(['ideal', 'card'])
    expect(orderIn('ideal')).toEqual([])
  })
})
