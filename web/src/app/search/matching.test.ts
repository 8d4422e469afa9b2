import { expect, it } from 'vitest'
import { bestFirst, fitOf } from './matching.ts'

const found = (typed: string, ...labels: string[]) => bestFirst(labels, (label) => fitOf(typed, label))

it('puts what begins with the text first, then what has its words, then what has it anywhere', () => {
  expect(found('link', 'Kaartlinks', 'Een link', 'Link maken', 'Klanten')).toEqual([
    'Link maken',
    'Een link',
    'Kaartlinks',
  ])
})

it('finds the words in any order, without case, accents and signs', () => {
  expect(found('maken betaal', 'Betaallink maken', 'Betalingen')).toEqual(['Betaallink maken'])
  expect(found('geplande', 'Geplánde betalingen')).toHaveLength(1)
  expect(fitOf('e-mail', 'E mail')).toBe(0)
})

it('finds by other words for the same, after everything that is called so', () => {
  expect(fitOf('terugbetalen', 'Terugbetaling toevoegen', 'terugbetalen geld terug')).toBe(3)
  expect(fitOf('terug', 'Terugbetaling toevoegen')).toBe(0)
  expect(fitOf('kaart', 'Terugbetaling toevoegen', 'geld terug')).toBeUndefined()
})
