import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'

const nobody = { keeper: null }
const candidates = ['a', 'b', 'c']

describe('the processors of a payment', () => {
  it('are those of the profile, in the order in which it has them', () => {
    expect(decide({ candidates, card: nobody, agreement: nobody })).toEqual({ via: 'position', processors: candidates })
  })

  it('are the one that keeps the card, or the agreement, and no other', () => {
    const keeper = { keeper: 'b' }
    const kept = { via: 'keeper', processors: ['b'] }
    expect(decide({ candidates, card: keeper, agreement: nobody })).toEqual(kept)
    expect(decide({ candidates, card: nobody, agreement: keeper })).toEqual(kept)
  })

  it('are none when the keeper is not among those of the profile: the payment is refused', () => {
    const refused = () => decide({ candidates, card: { keeper: 'd' }, agreement: nobody })
    expect(refused).toThrow(expect.objectContaining({ code: 'no_processor_for_product' }))
  })
})
