import { expect, it } from 'vitest'
import type { Condition, Facts } from '../conditions/condition.rules.ts'
import { otherwise } from './otherwise.ts'
import { type Branch, route } from './tree.rules.ts'

const facts: Facts = {
  ...{ '3ds': false, amount: 5_000, card: null, card_brand: 'visa', card_bin: null, country_code: 'NL' },
  ...{ currency_code: 'EUR', customer: null, customer_status: null, mcc: null, recurring: false, recurring_type: '' },
}
const branch = (id: string, condition: Condition, yes: Branch | string, no: Branch | string): Branch => ({
  ...{ id, if: [condition] },
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: yes,
  else: no,
})
const draw = () => 0

it('names the last branch on the way at which one fact leads to another processor, and the nearest such fact', () => {
  const inner = branch('in', { name: 'card_brand', operator: '==', value: 'visa' }, 'A', 'B')
  const same = branch('same', { name: 'recurring', operator: '==', value: false }, inner, 'A')
  const tree = branch('out', { name: 'amount', operator: '>', value: 100 }, same, 'C')
  const nearest = (of: Branch) => otherwise(of, route(of, facts, draw), facts, draw)
  expect(nearest(tree)).toMatchObject({ branch: 'in', to: 'else', processor: 'B', fact: { name: 'card_brand' } })
  // One that leads to the same processor would change nothing.
  const toSame = branch('same', { name: 'recurring', operator: '==', value: false }, 'A', 'A')
  const further = branch('out', { name: 'amount', operator: '>', value: 100 }, toSame, 'C')
  expect(nearest(further)).toEqual({
    ...{ branch: 'out', to: 'else', processor: 'C' },
    fact: { name: 'amount', value: 100 },
  })
})

it('says nothing that another condition behind the turn makes untrue', () => {
  const behind = branch('behind', { name: 'amount', operator: '>', value: 5_500 }, 'D', 'A')
  const tree = branch('top', { name: 'amount', operator: '>', value: 5_000 }, 'B', behind)
  const sixty = { ...facts, amount: 6_000 }
  expect(otherwise(tree, route(tree, sixty, draw), sixty, draw)).toEqual({
    ...{ branch: 'top', to: 'else', processor: 'A' },
    fact: { name: 'amount', value: 5_000 },
  })
})
