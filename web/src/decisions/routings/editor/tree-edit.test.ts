import type { RuleName } from '@kontor/contract/decisions/conditions/condition.rules'
import { isBranch } from '@kontor/contract/decisions/routings/tree.rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applied,
  type Draft,
  draftOf,
  type Edit,
  type Editor,
  finished,
  idsIn,
  inCurrency,
  isDraftBranch,
  isSame,
  missingIn,
  opened,
  placeIn,
  stepBack,
  stepOn,
  undoAll,
} from './tree-edit.ts'

const one = '01990000-0000-7000-8000-000000000001'
const other = '01990000-0000-7000-8000-000000000002'

/** An editor after edits, with branches called n1, n2 and so on. */
function after(edits: readonly Edit[], from: Editor = opened(null)): Editor {
  let last = idsIn(from.now).length
  return edits.reduce((editor, edit) => applied(editor, edit, () => `n${++last}`), from)
}

const top = { kind: 'add_condition', at: [] } as const
const whole: Edit[] = [
  top,
  { kind: 'set_value', at: [], row: 0, value: 5 },
  { kind: 'set_endpoint', at: ['then'], processor: one },
  { kind: 'set_endpoint', at: ['else'], processor: other },
]

describe('the editor of a routing', () => {
  it('begins empty, and the first condition makes if, then and else, with amount !=', () => {
    expect(after([]).now).toBeNull()
    expect(after([top]).now).toEqual({
      id: 'n1',
      if: [{ name: 'amount', operator: '!=', value: null }],
      // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
      then: null,
      else: null,
      done: false,
    })
  })

  it('keeps the decimal values of its amounts in another currency, also before and after a step', () => {
    const amountOf = ({ now }: Editor) => isDraftBranch(now) && now.if[0]?.value
    const set = (value: number): Edit => ({ kind: 'set_value', at: [], row: 0, value })
    const edits = after([...whole, set(50_000), { kind: 'swap_sides', at: [] }, set(2_000)])
    const inYen = inCurrency(edits, 'EUR', 'JPY')
    expect(amountOf(inYen)).toBe(20)
    expect(amountOf(stepBack(inYen))).toBe(500)
    expect(amountOf(stepOn(stepBack(inYen)))).toBe(20)
    expect(inCurrency(opened(null), 'EUR', 'JPY').now).toBeNull()
  })

  it('opens a branch again whose amount the other currency does not have', () => {
    const done = after([...whole, { kind: 'set_value', at: [], row: 0, value: 1_250 }, { kind: 'done', at: [] }])
    const { now } = inCurrency(done, 'EUR', 'JPY')
    expect(now).toMatchObject({ done: false, if: [{ name: 'amount', value: '12.50' }] })
    expect(finished(now)).toBeUndefined()
  })

  it.each([10_000, 1_250])('undoes another currency with the amounts as they were saved, %d', (value) => {
    const saved = after([...whole, { kind: 'set_value', at: [], row: 0, value }, { kind: 'done', at: [] }]).now
    const inYen = inCurrency(opened(saved), 'EUR', 'JPY')
    const undone = undoAll(inYen, 'JPY', 'EUR')
    expect(undone.now).toEqual(saved)
    expect(undone.saved).toEqual(saved)
    // The currency is no step, and nothing else was changed.
    expect(undone.past).toEqual([])
  })

  it('undoes a tree that was left in another currency, and the steps before it are in the saved one', () => {
    const amountOf = ({ now }: Editor) => isDraftBranch(now) && now.if[0]?.value
    const saved = after([...whole, { kind: 'set_value', at: [], row: 0, value: 10_000 }]).now
    const left = after([...whole, { kind: 'set_value', at: [], row: 0, value: 200 }]).now
    const inDinar = inCurrency(opened(saved, left), 'JPY', 'KWD')
    expect(amountOf(inDinar)).toBe(200_000)
    const undone = undoAll(inDinar, 'KWD', 'EUR')
    expect(amountOf(undone)).toBe(10_000)
    expect(amountOf(stepBack(undone))).toBe(20_000)
    expect(amountOf(stepOn(stepBack(undone)))).toBe(10_000)
  })

  it('another name resets the operator, another operator resets the value', () => {
    const renamed = after([...whole, { kind: 'set_name', at: [], row: 0, name: 'card_brand' }]).now
    expect(isDraftBranch(renamed) && renamed.if).toEqual([{ name: 'card_brand', operator: null, value: null }])
    const compared = after([...whole, { kind: 'set_operator', at: [], row: 0, operator: '>' }]).now
    expect(isDraftBranch(compared) && compared.if).toEqual([{ name: 'amount', operator: '>', value: null }])
  })

  it('conditions other than the first can be removed', () => {
    const two = after([...whole, top])
    expect(isDraftBranch(two.now) && two.now.if).toHaveLength(2)
    expect(after([{ kind: 'remove_condition', at: [], row: 0 }], two)).toBe(two)
    expect(after([{ kind: 'remove_condition', at: [], row: 1 }], two).now).toEqual(after(whole).now)
  })

  it('done locks a branch, and the pencil opens it again', () => {
    const done = after([...whole, { kind: 'done', at: [] }])
    expect(isDraftBranch(done.now) && done.now.done).toBe(true)
    expect(after([{ kind: 'set_value', at: [], row: 0, value: 6 }], done)).toBe(done)
    expect(after([top], done)).toBe(done)
    expect(after([{ kind: 'edit', at: [] }], done).now).toEqual(after(whole).now)
    const extended = after([{ kind: 'edit', at: [], addsCondition: true }], done)
    expect(extended.now).toEqual(after([...whole, top]).now)
    expect(stepBack(extended).now).toEqual(done.now)
  })

  it('a branch is not done while a value is missing', () => {
    const begun = after([top])
    expect(after([{ kind: 'done', at: [] }], begun)).toBe(begun)
    expect(missingIn(begun.now)).toEqual([
      { at: [], row: 0, part: 'value', reason: 'required' },
      { at: ['then'], reason: 'required' },
      { at: ['else'], reason: 'required' },
    ])
  })

  it('removing a place empties it, and the top loses everything', () => {
    const inner = after([...whole, { kind: 'remove', at: ['then'] }, { kind: 'make_branch', at: ['then'] }])
    expect(isDraftBranch(placeIn(inner.now, ['then']))).toBe(true)
    expect(placeIn(after([{ kind: 'remove', at: ['then'] }], inner).now, ['then'])).toBeNull()
    expect(after([{ kind: 'remove', at: [] }], inner).now).toBeNull()
  })

  it('the letters of one value are one step', () => {
    const typed = [1, 12, 123].map((value): Edit => ({ kind: 'set_value', at: [], row: 0, value }))
    const editor = after([...whole, { kind: 'edit', at: [] }, ...typed])
    expect(stepBack(editor).now).toEqual(after(whole).now)
  })

  it('a tree is at most 20 branches deep', () => {
    const down = Array.from(
      { length: 25 },
      (_, depth): Edit => ({
        kind: 'make_branch',
        at: Array.from({ length: depth }, () => 'then' as const),
      }),
    )
    expect(idsIn(after(down).now)).toHaveLength(20)
  })

  it('keeps what it promises over random edits', () => {
    fc.assert(fc.property(fc.array(anyEdit, { maxLength: 60 }), keepsItsPromises), { numRuns: 300 })
  })
})

const path = fc.array(fc.constantFrom('then' as const, 'else' as const), { maxLength: 3 })
const row = fc.nat(2)
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom(...(['add_condition', 'make_branch', 'remove', 'done', 'edit', 'swap_sides'] as const)),
    at: path,
  }),
  fc.record({ kind: fc.constant('remove_condition' as const), at: path, row }),
  fc.record({
    kind: fc.constant('set_name' as const),
    at: path,
    row,
    name: fc.constantFrom<RuleName>('amount', 'card_brand', 'random', 'recurring'),
  }),
  fc.record({
    kind: fc.constant('set_operator' as const),
    at: path,
    row,
    operator: fc.constantFrom('==' as const, '!=' as const, '>' as const),
  }),
  fc.record({
    kind: fc.constant('set_value' as const),
    at: path,
    row,
    value: fc.constantFrom(5, 'visa', true, null),
  }),
  fc.record({ kind: fc.constant('set_endpoint' as const), at: path, processor: fc.constantFrom(one, other) }),
  fc.record({ kind: fc.constant('exchange' as const), from: path, to: path }),
)

/** What a branch that is done keeps, whatever happens beside it. */
const locked: readonly Edit['kind'][] = ['set_name', 'set_operator', 'set_value', 'add_condition', 'remove_condition']
const ends = (draft: Draft): number => (isDraftBranch(draft) ? ends(draft.then) + ends(draft.else) : 1)

function keepsItsPromises(edits: readonly Edit[]): void {
  let last = 0
  let editor: Editor = opened(null)
  const states = [editor.now]
  for (const edit of edits) {
    const before = editor
    editor = applied(editor, edit, () => `n${++last}`)
    if (editor === before) continue
    if (editor.past.length > before.past.length) states.push(editor.now)
    else states[states.length - 1] = editor.now
    expect(stepBack(editor).now).toBe(states.at(-2))
    expect(stepOn(stepBack(editor)).now).toBe(editor.now)
    expectLocked(before.now, editor.now, edit)
    if (edit.kind === 'exchange') expect(ends(editor.now)).toBe(ends(before.now))
    expectWellFormed(editor.now)
  }
  const end = editor
  for (const state of states.toReversed()) {
    expect(editor.now).toBe(state)
    editor = stepBack(editor)
  }
  for (const _ of states) editor = stepOn(editor)
  expect(editor.now).toBe(end.now)
  expect(undoAll(end, 'EUR', 'EUR').now).toBeNull()
  // Nothing is undone where the tree is as it was saved.
  if (!isSame(end.now, end.saved)) expect(stepBack(undoAll(end, 'EUR', 'EUR')).now).toEqual(end.now)
}

function expectLocked(before: Draft, now: Draft, edit: Edit): void {
  if (!locked.includes(edit.kind) || !('at' in edit)) return
  const branch = placeIn(before, edit.at)
  if (isDraftBranch(branch)) expect(branch.done).toBe(false)
  if (edit.kind !== 'set_name') return
  const changed = placeIn(now, edit.at)
  expect(isDraftBranch(changed) && changed.if[edit.row]).toEqual({ name: edit.name, operator: null, value: null })
}

function expectWellFormed(draft: Draft): void {
  expect(typeof draft).not.toBe('string')
  const ids = idsIn(draft)
  expect(new Set(ids).size).toBe(ids.length)
  const tree = finished(draft)
  expect(tree === undefined).toBe(missingIn(draft).length > 0)
  if (tree && isBranch(tree)) expect(finished(draftOf(tree))).toEqual(tree)
}
