import { expect, it } from 'vitest'
import { mismatchOf } from './schema-version.ts'

const known = ['0001-first', '0007-second', '0009-third']
const ran = (...names: string[]) =>
  names.map((name) => ({ name, compatible_with: null as string | null, works_from: null as string | null }))

it('tables with just the migrations of a program are its own', () => {
  expect(mismatchOf(known, ran(...known))).toBeUndefined()
})

it('tables that lack one are older, also when later ones ran before it was merged', () => {
  expect(mismatchOf(known, ran('0001-first'))).toEqual({ kind: 'older', migration: '0007-second' })
  expect(mismatchOf(known, ran('0001-first', '0009-third'))).toEqual({ kind: 'older', migration: '0007-second' })
  expect(mismatchOf(known, [])).toEqual({ kind: 'older', migration: '0001-first' })
})

it('tables with a further one are newer, unless it says that programs such as this one go on', () => {
  const further = (compatible_with: string | null) => [
    ...ran(...known),
    { name: '0010-later', compatible_with, works_from: null },
  ]
  expect(mismatchOf(known, further(null))).toEqual({ kind: 'newer', migration: '0010-later' })
  expect(mismatchOf(known, further('0010'))).toEqual({ kind: 'newer', migration: '0010-later' })
  expect(mismatchOf(known, further('0009'))).toBeUndefined()
  expect(mismatchOf(known, further('0001'))).toBeUndefined()
  // One that goes too far is enough.
  expect(
    mismatchOf(known, [...further('0009'), { name: '0011-last', compatible_with: null, works_from: null }])?.kind,
  ).toBe('newer')
})

it('a further one may let requests go on and end the work in the background of programs before one', () => {
  const further = (works_from: string | null) => [
    ...ran(...known),
    { name: '0010-later', compatible_with: '0009', works_from },
  ]
  expect(mismatchOf(known, further('0010'))).toBeUndefined()
  expect(mismatchOf(known, further('0010'), 'work')).toEqual({ kind: 'newer', migration: '0010-later' })
  expect(mismatchOf(known, further('0009'), 'work')).toBeUndefined()
  expect(mismatchOf(known, further(null), 'work')).toBeUndefined()
})

it('one that was merged after a later one of the program ends its work, whatever number it names', () => {
  const applied = [...ran(...known), { name: '0008-late', compatible_with: '0007', works_from: null }]
  expect(mismatchOf(known, applied)).toBeUndefined()
  expect(mismatchOf(known, applied, 'work')).toEqual({ kind: 'newer', migration: '0008-late' })
})
