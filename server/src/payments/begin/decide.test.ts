import type { Facts } from '@kontor/contract/decisions/conditions/condition.rules'
import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import { describe, expect, it } from 'vitest'
import { type Asking, decide } from './decide.ts'

const nobody = { keeper: null, token: undefined }
const [a, b, c] = ['a', 'b', 'c'].map((id) => ({
  id,
  vault: id === 'c' ? null : 'shared',
  mode: 'live',
})) as [Of, Of, Of]
type Of = { id: string; vault: string | null; mode: 'live' | 'test' }
const payment = {
  isFailoverOn: false,
  candidates: [a, b, c],
  card: nobody,
  agreement: nobody,
  order: { asked: { by: 'shop' as const } },
}

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

describe('the processor of a payment', () => {
  it('is the one that the profile prefers', () => {
    expect(decide(payment)).toMatchObject({ via: 'position', processor: 'a' })
  })

  it('is the one that keeps the card, or the agreement', () => {
    const keeper = { keeper: 'b', token: 't' }
    const kept = { via: 'keeper', processor: 'b' }
    expect(decide({ ...payment, card: keeper })).toMatchObject(kept)
    expect(decide({ ...payment, agreement: keeper })).toMatchObject(kept)
  })

  it('is none when the keeper is not among those of the profile: the payment is refused', () => {
    const refused = () => decide({ ...payment, card: { keeper: 'd', token: 't' } })
    expect(refused).toThrow(expect.objectContaining({ code: 'no_processor_for_product' }))
  })

  it('is the one that the routing chooses, and the way is told', () => {
    const path = [{ branch: 'top', to: 'then', failed: null, lot: null }]
    expect(decide(payment, asking('c', 'a'))).toEqual({
      ...{ via: 'tree', processor: 'c', next: undefined, route: { processor: 'c', path } },
    })
  })

  it('is the preferred one again when the one that the routing chooses takes no payments', () => {
    expect(decide(payment, asking('gone', 'a'))).toMatchObject({
      ...{ via: 'fallback', processor: 'a', route: { processor: 'gone' } },
    })
  })

  it('of a stored card is the one that the routing chooses within the vault of its keeper', () => {
    const card = { keeper: 'a', token: 't' }
    expect(decide({ ...payment, card }, asking('b', 'a'))).toMatchObject({ via: 'tree', processor: 'b' })
    expect(decide({ ...payment, card }, asking('c', 'a'))).toMatchObject({
      ...{ via: 'keeper', processor: 'a', route: { processor: 'c' } },
    })
    expect(decide({ ...payment, card }, asking('gone', 'a'))).toMatchObject({ via: 'keeper', processor: 'a' })
  })

  it('of a stored agreement is its keeper, whatever the routing says', () => {
    const agreement = { keeper: 'a', token: 't' }
    expect(decide({ ...payment, agreement }, asking('b', 'a'))).toMatchObject({ via: 'keeper', processor: 'a' })
  })

  it('of a card from the payment page knows the token that the page made', () => {
    const paid = { ...payment, card: { keeper: null, token: 't' }, order: { asked: { by: 'payer' as const } } }
    expect(decide(paid, asking('b', 'a'))).toMatchObject({ via: 'tree', processor: 'b' })
    expect(decide(paid, asking('c', 'a'))).toMatchObject({ via: 'keeper', processor: 'a' })
    expect(decide(paid)).toMatchObject({ via: 'position', processor: 'a' })
  })
})

describe('the processor that is asked next', () => {
  const on = { ...payment, isFailoverOn: true }
  const leaf = (condition: 'low' | 'high', onThen: Branch['then'], onElse: Branch['else']): Branch => ({
    id: condition,
    if: [{ name: 'amount', operator: condition === 'low' ? '<=' : '>', value: 500 }],
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: onThen,
    else: onElse,
  })
  const by = (tree: Branch): Asking => ({ tree, facts, draw: () => 0 })

  it('is none where the profile does not want it', () => {
    expect(decide(payment).next).toBeUndefined()
    expect(decide(payment, asking('a', 'b')).next).toBeUndefined()
  })

  it('is the next one of the profile, where it has no routing', () => {
    expect(decide(on)).toMatchObject({ processor: 'a', next: 'b' })
    expect(decide({ ...on, candidates: [a] }).next).toBeUndefined()
  })

  it('is the one that the routing chooses once the first one is taken out of it', () => {
    expect(decide(on, asking('c', 'b'))).toMatchObject({ processor: 'c', next: 'b' })
    expect(decide(on, by(leaf('low', leaf('high', 'b', 'a'), 'c')))).toMatchObject({ processor: 'a', next: 'b' })
    // The same facts: what does not hold for the payment is not taken.
    expect(decide(on, by(leaf('low', 'a', leaf('high', 'b', 'c'))))).toMatchObject({ processor: 'a', next: 'c' })
    expect(decide(on, by(leaf('low', 'a', 'a'))).next).toBeUndefined()
  })

  it('draws the same lots', () => {
    const share: Branch = { ...leaf('low', 'b', 'c'), id: 'share', if: [{ name: 'random', operator: '<', value: 30 }] }
    for (const [lot, next] of [
      [2_999, 'b'],
      [3_000, 'c'],
    ] as const) {
      const drawing = { tree: leaf('low', 'a', share), facts, draw: (branch: string) => (branch === 'share' ? lot : 0) }
      expect(decide(on, drawing).next).toBe(next)
    }
  })

  it('knows the token of the card, and takes payments', () => {
    const card = { keeper: null, token: 't' }
    expect(decide({ ...on, card }, asking('a', 'c')).next).toBeUndefined()
    expect(decide({ ...on, card }, asking('a', 'b')).next).toBe('b')
    expect(decide({ ...on, card, candidates: [c, a, b] }).next).toBeUndefined()
    expect(decide({ ...on, card: { keeper: 'b', token: 't' } })).toMatchObject({ processor: 'b', next: 'a' })
    expect(decide(on, by(leaf('low', 'a', 'gone'))).next).toBeUndefined()
  })

  it('is never a processor in another mode, which would approve without money', () => {
    const test = { ...b, mode: 'test' as const }
    expect(decide({ ...on, candidates: [a, test] }).next).toBeUndefined()
    expect(decide({ ...on, candidates: [a, test, c] }).next).toBe('c')
    expect(decide({ ...on, candidates: [a, test, c] }, asking('a', 'b')).next).toBeUndefined()
  })

  it('is none for a stored agreement, which its keeper alone can charge', () => {
    expect(decide({ ...on, agreement: { ...nobody, keeper: 'a' } }).next).toBeUndefined()
  })
})
