import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../root.ts'
import { wideSuites } from './wide-suites.ts'

it('each of the wide suites is where it is named: the runner says nothing of one that has moved', () => {
  expect(wideSuites.filter((suite) => !existsSync(join(root, suite)))).toEqual([])
})
