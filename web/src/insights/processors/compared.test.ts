import { expect, it } from 'vitest'
import { chosenAtOnce } from './compared.ts'

const processors = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `p${at}` }))

it('compares one to three processors at once, and no more', () => {
  expect(chosenAtOnce(processors(1), [])).toEqual(['p0'])
  expect(chosenAtOnce(processors(3), [])).toEqual(['p0', 'p1', 'p2'])
  expect(chosenAtOnce(processors(4), [])).toBeUndefined()
  expect(chosenAtOnce([], [])).toBeUndefined()
})

it('leaves the processors of the address as they are', () => {
  expect(chosenAtOnce(processors(3), ['p1'])).toBeUndefined()
})
