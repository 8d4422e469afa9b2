import { expect, it } from 'vitest'
import { colourOfStatus } from './status-tag.tsx'

it('whoever was invited is under way, and an invitation that has ended is over', () => {
  expect(colourOfStatus('INVITED')).toBe('blue')
  expect(colourOfStatus('EXPIRED')).toBe('gray')
})
