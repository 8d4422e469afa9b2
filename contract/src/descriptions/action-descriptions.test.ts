import { expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { describeAction, isAction } from './action-descriptions.ts'

it.each(['nl', 'en-US'] as const)('every action that roles permit has words of its own, in %s', (language) => {
  const names = endpoints.filter(isAction).map(({ name }) => name)
  const words = names.map((name) => describeAction(name, language))
  expect(names.filter((name, at) => words[at] === name)).toEqual([])
  expect(words.filter((each, at) => words.indexOf(each) !== at)).toEqual([])
})
