import {
  type Condition,
  type ConditionValue,
  type Operator,
  operatorsOf,
  type RuleName,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { problemsOfCondition } from '@kontor/contract/decisions/conditions/condition-problems'
import {
  type Branch,
  deepest,
  type Endpoint,
  isBranch,
  mostBranches,
  mostConditions,
  type Node,
  type Side,
} from '@kontor/contract/decisions/routings/tree.rules'
import { conditionsIn } from '../../conditions/conditions-in.ts'

/** A condition that is being written: what is not chosen yet is null. */
export interface Row {
  readonly name: RuleName | null
  readonly operator: Operator | null
  readonly value: ConditionValue | null
}

/** A branch that is being written. One that is done is locked until somebody edits it again. */
export interface DraftBranch {
  readonly id: string
  readonly if: readonly Row[]
  readonly then: Draft
  readonly else: Draft
  readonly done: boolean
}

/** A place of the tree: a branch, the id of a processor, or nothing yet. */
export type Draft = DraftBranch | Endpoint | null

/** The way from the top to a place. */
export type Path = readonly Side[]

/** Changes of the tree (specification 001, section 4). `row` is the place of a condition in its branch. */
export type Edit =
  | { kind: 'add_condition'; at: Path }
  | { kind: 'remove_condition'; at: Path; row: number }
  | { kind: 'set_name'; at: Path; row: number; name: RuleName }
  | { kind: 'set_operator'; at: Path; row: number; operator: Operator }
  | { kind: 'set_value'; at: Path; row: number; value: ConditionValue | null }
  | { kind: 'set_endpoint'; at: Path; processor: Endpoint }
  | { kind: 'make_branch'; at: Path }
  | { kind: 'remove'; at: Path }
  | { kind: 'done'; at: Path }
  | { kind: 'edit'; at: Path; addsCondition?: boolean }
  | { kind: 'swap_sides'; at: Path }
  | { kind: 'exchange'; from: Path; to: Path }
  | { kind: 'paste'; at: Path; node: Node }

const firstRow: Row = { name: 'amount', operator: '!=', value: null }
const emptyRow: Row = { name: null, operator: null, value: null }

export const isDraftBranch = (draft: Draft | undefined): draft is DraftBranch =>
  typeof draft === 'object' && draft !== null

/** What stands at a place; undefined when there is no such place. */
export const placeIn = (root: Draft, path: Path): Draft | undefined =>
  path.reduce<Draft | undefined>((node, side) => (isDraftBranch(node) ? node[side] : undefined), root)

/** The tree after an edit: the same object when the edit is not possible there. `newId` names a new branch. */
export function edited(root: Draft, edit: Edit, newId: () => string): Draft {
  switch (edit.kind) {
    case 'add_condition':
      if (edit.at.length === 0 && root === null) return newBranch(newId())
      return inBranch(root, edit.at, withCondition)
    case 'remove_condition':
      if (edit.row === 0) return root
      return inBranch(root, edit.at, (branch) =>
        branch.if[edit.row] ? { ...branch, if: branch.if.toSpliced(edit.row, 1) } : branch,
      )
    case 'set_name':
      return inRow(root, edit, (row) => (row.name === edit.name ? row : { ...emptyRow, name: edit.name }))
    case 'set_operator':
      return inRow(root, edit, (row) => withOperator(row, edit.operator))
    case 'set_value':
      return inRow(root, edit, (row) =>
        row.operator === null || row.value === edit.value ? row : { ...row, value: edit.value },
      )
    case 'make_branch':
      if (edit.at.length >= deepest || branchCount(root) >= mostBranches) return root
      return put(root, edit.at, (old) => (isDraftBranch(old) ? old : newBranch(newId())))
    case 'set_endpoint':
      return edit.at.length === 0 ? root : put(root, edit.at, () => edit.processor)
    case 'remove':
      return put(root, edit.at, () => null)
    case 'done':
      return inBranch(root, edit.at, (branch) => (branch.if.every(isWhole) ? { ...branch, done: true } : branch))
    case 'edit':
      return put(root, edit.at, (old) => {
        if (!isDraftBranch(old) || !old.done) return old
        const open = { ...old, done: false }
        return edit.addsCondition ? withCondition(open) : open
      })
    case 'swap_sides':
      // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
      return inBranch(root, edit.at, (branch) => ({ ...branch, then: branch.else, else: branch.then }), true)
    case 'exchange':
      return exchanged(root, edit.from, edit.to)
    case 'paste':
      return pasted(root, edit.at, edit.node, newId)
  }
}

const withCondition = (branch: DraftBranch): DraftBranch =>
  branch.if.length < mostConditions ? { ...branch, if: [...branch.if, emptyRow] } : branch

const newBranch = (id: string): DraftBranch => ({
  id,
  if: [firstRow],
  // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
  then: null,
  else: null,
  done: false,
})

function put(root: Draft, path: Path, change: (old: Draft) => Draft): Draft {
  const [side, ...rest] = path
  if (side === undefined) return change(root)
  if (!isDraftBranch(root)) return root
  const next = put(root[side], rest, change)
  return next === root[side] ? root : { ...root, [side]: next }
}

/** What is done is changed only by a command of its own, such as the exchange of its sides. */
const inBranch = (root: Draft, path: Path, change: (branch: DraftBranch) => DraftBranch, evenDone = false): Draft =>
  put(root, path, (old) => (isDraftBranch(old) && (evenDone || !old.done) ? change(old) : old))

function inRow(root: Draft, { at, row: place }: { at: Path; row: number }, change: (row: Row) => Row): Draft {
  return inBranch(root, at, (branch) => {
    const old = branch.if[place]
    const next = old && change(old)
    return next === undefined || next === old ? branch : { ...branch, if: branch.if.with(place, next) }
  })
}

function withOperator(row: Row, operator: Operator): Row {
  const isPossible = row.name !== null && operatorsOf(row.name, 'routing').includes(operator)
  return isPossible && row.operator !== operator ? { ...row, operator, value: null } : row
}

/** Two places exchange what they hold, unless one lies within the other. */
function exchanged(root: Draft, from: Path, to: Path): Draft {
  const [one, other] = [placeIn(root, from), placeIn(root, to)]
  const isPossible =
    one !== undefined && other !== undefined && one !== other && !isWithin(from, to) && !isWithin(to, from)
  if (!isPossible) return root
  const next = put(
    put(root, from, () => other),
    to,
    () => one,
  )
  return isTooLarge(next) ? root : next
}

const isWithin = (outer: Path, inner: Path): boolean => outer.every((side, depth) => inner[depth] === side)

/** The top is never a processor alone. */
function pasted(root: Draft, path: Path, node: Node, newId: () => string): Draft {
  if (path.length === 0 && !isBranch(node)) return root
  const next = put(root, path, () => draftOf(node, newId))
  return isTooLarge(next) ? root : next
}

const isTooLarge = (root: Draft): boolean => branchCount(root) > mostBranches || depthOf(root) > deepest

export const branchCount = (root: Draft): number =>
  isDraftBranch(root) ? 1 + branchCount(root.then) + branchCount(root.else) : 0
const depthOf = (root: Draft): number =>
  isDraftBranch(root) ? 1 + Math.max(depthOf(root.then), depthOf(root.else)) : 0

/** The ids of the branches. */
export const idsIn = (root: Draft): string[] =>
  isDraftBranch(root) ? [root.id, ...idsIn(root.then), ...idsIn(root.else)] : []

/** A saved tree as it opens: all of it done. With `newId`, its branches get new names. */
export const draftOf = (node: Node, newId?: () => string): Draft =>
  isBranch(node)
    ? {
        id: newId?.() ?? node.id,
        if: node.if,
        // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
        then: draftOf(node.then, newId),
        else: draftOf(node.else, newId),
        done: true,
      }
    : node

/** What a place still lacks: a processor or branch, or a part of one of its conditions. `reason` is a short word. */
export interface Missing {
  readonly at: Path
  readonly row?: number
  readonly part?: keyof Row
  readonly reason: string
}

/** Everything that is missing or wrong, from top to bottom. */
export function missingIn(draft: Draft, at: Path = []): Missing[] {
  if (draft === null) return [{ at, reason: 'required' }]
  if (!isDraftBranch(draft)) return []
  const rows = draft.if.flatMap((row, place) => {
    const problem = problemOf(row)
    return problem ? [{ at, row: place, ...problem }] : []
  })
  return [...rows, ...missingIn(draft.then, [...at, 'then']), ...missingIn(draft.else, [...at, 'else'])]
}

/** The first part of a condition that is missing or wrong. */
export function problemOf(row: Row): { part: keyof Row; reason: string } | undefined {
  const problems = problemsOfCondition(row, 'routing')
  return parts
    .map((part) => problems.find(({ path }) => path[0] === part))
    .flatMap((problem, place) => (problem ? [{ part: parts[place] ?? 'value', reason: problem.reason }] : []))[0]
}

const parts = ['name', 'operator', 'value'] as const

const isWhole = (row: Row): row is Condition => problemOf(row) === undefined

/** The tree as it is saved; undefined while something is missing. */
export function finished(draft: Draft): Branch | undefined {
  if (!isDraftBranch(draft)) return undefined
  const [then, other] = [sideOf(draft.then), sideOf(draft.else)]
  if (!draft.if.every(isWhole) || then === undefined || other === undefined) return undefined
  return { id: draft.id, if: draft.if, then, else: other }
}

const sideOf = (draft: Draft): Node | undefined => (typeof draft === 'string' ? draft : finished(draft))

/** The states of an editor: before, now, and what was undone. `saved` is the tree as it was opened, in the currency of then. */
export interface Editor {
  readonly saved: Draft
  readonly past: readonly Draft[]
  readonly now: Draft
  readonly future: readonly Draft[]
  /** The value that is being typed: its letters are one step. */
  readonly typing?: string | undefined
}

const mostSteps = 200

export const opened = (saved: Draft, now: Draft = saved): Editor => ({ saved, past: [], now, future: [] })

/** The editor after an edit; the same one when the edit changes nothing. */
export function applied(editor: Editor, edit: Edit, newId: () => string): Editor {
  const now = edited(editor.now, edit, newId)
  if (now === editor.now) return editor
  // Locking and unlocking a branch changes nothing that is saved, so they are no steps.
  if (edit.kind === 'done' || (edit.kind === 'edit' && !edit.addsCondition))
    return { ...editor, now, typing: undefined }
  const typing = edit.kind === 'set_value' ? `${edit.at.join()} ${edit.row}` : undefined
  const goesOn = typing !== undefined && typing === editor.typing
  return { ...editor, past: goesOn ? editor.past : pushed(editor), now, future: [], typing }
}

/** True when two trees save the same. */
export const isSame = (one: Draft, other: Draft): boolean => one === other || written(one) === written(other)
const written = (draft: Draft) => JSON.stringify(draft, (key, value) => (key === 'done' ? undefined : value))

const pushed = ({ past, now }: Editor): readonly Draft[] => [...past, now].slice(-mostSteps)

export function stepBack(editor: Editor): Editor {
  const { past, now, future } = editor
  const before = past.at(-1)
  if (before === undefined) return editor
  return { ...editor, past: past.slice(0, -1), now: before, future: [now, ...future], typing: undefined }
}

export function stepOn(editor: Editor): Editor {
  const [now, ...future] = editor.future
  return now === undefined ? editor : { ...editor, past: pushed(editor), now, future, typing: undefined }
}

/**
 * The editor after another currency was chosen, in which all amounts keep their decimal value. The steps before are
 * converted too, because the currency is no step: to step back shows amounts of the chosen one. What is saved stays in its own.
 */
export function inCurrency({ saved, past, now, future }: Editor, from: string, to: string): Editor {
  const done = new Map<Draft, Draft>()
  const convert = (tree: Draft): Draft => {
    const known = done.get(tree)
    if (known !== undefined) return known
    const converted = treeIn(tree, from, to)
    done.set(tree, converted)
    return converted
  }
  return { saved, past: past.map(convert), now: convert(now), future: future.map(convert) }
}

function treeIn(root: Draft, from: string, to: string): Draft {
  if (!isDraftBranch(root)) return root
  const rows = conditionsIn(root.if, from, to)
  return {
    ...root,
    if: rows,
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: treeIn(root.then, from, to),
    else: treeIn(root.else, from, to),
    // What the other currency does not have is to be mended.
    done: root.done && rows.every(isWhole),
  }
}

/** Undoes everything since the last save, as one step. The currency that was chosen gives place to that of the saved tree. */
export function undoAll(editor: Editor, chosen: string, ofSaved: string): Editor {
  const { saved, now } = editor
  if (chosen === ofSaved && now === saved) return editor
  const before = chosen === ofSaved ? editor : inCurrency(editor, chosen, ofSaved)
  return { saved, past: isSame(before.now, saved) ? before.past : pushed(before), now: saved, future: [] }
}
