import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import { describe, expect, it } from 'vitest'
import { type Asking, decide } from './decide.ts'

const nobody = { keeper: null, token: undefined }
const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, vault: id === 'c' ? null : 'shared' })) as [Of, Of, Of]
type Of = { id: string; vault: string | null }
const payment = { candidates: [a, b, c], card: nobody, agreement: nobody, order: { asked: { by: 'shop' as const } } }

const facts: Facts = {
  ...{ '3ds': false, amount: 500, card: null, card_brand: null, card_bin: null, country_code: null, mcc: null },
  ...{ currency_code: 'EUR', customer: null, customer_status: null, recurring: false, recurring_type: '' },
}
/** A tree that sends a payment of 500 to the first, and larger ones to the second. */
const asking = (first: string, second: string): Asking => {
  const tree: Branch = {
    id: 'top',
    if: [{ name: 'amount', operator: '<=', value: 500 }],
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: first,
    else: second,
  }
  return { tree, facts, draw: () => 0 }
}

describe('the processors of a payment', () => {
  it('are those of the profile, in the order in which it has them', () => {
    expect(decide(payment)).toMatchObject({ via: 'position', processors: ['a', 'b', 'c'] })
  })

  it('are the one that keeps the card, or the agreement, and no other', () => {
    const keeper = { keeper: 'b', token: 't' }
    const kept = { via: 'keeper', processors: ['b'] }
    expect(decide({ ...payment, card: keeper })).toMatchObject(kept)
    expect(decide({ ...payment, agreement: keeper })).toMatchObject(kept)
  })

  it('are none when the keeper is not among those of the profile: the payment is refused', () => {
    const refused = () => decide({ ...payment, card: { keeper: 'd', token: 't' } })
    expect(refused).toThrow(expect.objectContaining({ code: 'no_processor_for_product' }))
  })

  it('begin with the one that the routing chooses, and the way is told', () => {
    const path = [{ branch: 'top', to: 'then', failed: null, lot: null }]
    expect(decide(payment, asking('c', 'a'))).toEqual({
      ...{ via: 'tree', processors: ['c', 'a', 'b'], route: { processor: 'c', path } },
    })
  })

  it('are in order again when the one that the routing chooses takes no payments', () => {
    expect(decide(payment, asking('gone', 'a'))).toMatchObject({
      ...{ via: 'fallback', processors: ['a', 'b', 'c'], route: { processor: 'gone' } },
    })
  })

  it('of a stored card are those that the routing chooses within the vault of its keeper', () => {
    const card = { keeper: 'a', token: 't' }
    expect(decide({ ...payment, card }, asking('b', 'a'))).toMatchObject({ via: 'tree', processors: ['b', 'a'] })
    expect(decide({ ...payment, card }, asking('c', 'a'))).toMatchObject({
      ...{ via: 'keeper', processors: ['a'], route: { processor: 'c' } },
    })
    expect(decide({ ...payment, card }, asking('gone', 'a'))).toMatchObject({ via: 'keeper', processors: ['a'] })
  })

  it('of a stored agreement are its keeper, whatever the routing says', () => {
    const agreement = { keeper: 'a', token: 't' }
    expect(decide({ ...payment, agreement }, asking('b', 'a'))).toMatchObject({ via: 'keeper', processors: ['a'] })
  })

  it('of a card from the payment page know the token that the page made', () => {
    const paid = { ...payment, card: { keeper: null, token: 't' }, order: { asked: { by: 'payer' as const } } }
    expect(decide(paid, asking('b', 'a'))).toMatchObject({ via: 'tree', processors: ['b', 'a'] })
    expect(decide(paid, asking('c', 'a'))).toMatchObject({ via: 'keeper', processors: ['a'] })
    expect(decide(paid)).toMatchObject({ via: 'position', processors: ['a', 'b', 'c'] })
  })
})
