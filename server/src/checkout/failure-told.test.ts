import { expect, it } from 'vitest'
import { failureTold } from './failure-told.ts'

it('tells a payer who did not finish from one who was declined', () => {
  const left = ['abandoned', 'authentication_not_completed', 'payer_did_not_return', 'payer_gone']
  expect(left.map(failureTold)).toEqual(left.map(() => 'abandoned'))
  expect(['do_not_honor', 'stolen_card', 'unheard_of', null].map(failureTold)).toEqual(Array(4).fill('declined'))
})
