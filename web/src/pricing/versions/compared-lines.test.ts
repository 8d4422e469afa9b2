import { newLine } from '@kontor/contract/pricing/new-line'
import { expect, it } from 'vitest'
import { comparedLines } from './compared-lines.ts'

const rest = newLine({ fixed: 25, ppm: 29_000 })
const ideal = newLine({ product: 'ideal', fixed: 32 })

it('versions differ by prices and by lines of one of them, not by the order of their lines', () => {
  expect(comparedLines([rest, ideal], [ideal, rest])).toEqual([])
  const cheaper = newLine({ product: 'ideal', fixed: 27 })
  const card = newLine({ product: 'card', ppm: 12_000 })
  const found = comparedLines([rest, ideal], [rest, cheaper, card]).map(({ before, after }) => [before, after])
  expect(found).toEqual([
    [ideal, cheaper],
    [undefined, card],
  ])
  expect(comparedLines([rest, ideal], [rest]).map(({ before, after }) => [before, after])).toEqual([[ideal, undefined]])
})
