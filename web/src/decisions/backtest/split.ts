import type { Branch, Side } from '@kontor/contract/decisions/routings/tree.rules'
import type { Edit } from '../routings/editor/tree-edit.ts'
import { type Draft, placeIn } from '../routings/editor/tree-edit.ts'
import { placesById } from '../routings/editor/tree-rows.ts'

/** The part of the payments that tries the other processor first, in per cent. */
export const splitPercent = 5

interface Moved {
  readonly from: { readonly id: string }
  readonly to: { readonly id: string }
  /** The ends of the tree where the moved payments arrive, that of most of them first. */
  readonly ends: readonly { readonly branch: string; readonly side: Side }[]
}

/** Lets only some payments move, where most of them would. Undefined: the end is no longer there. */
export function splitEdit(draft: Draft, { from, to, ends: [end] }: Moved): Edit | undefined {
  const branch = end && placesById(draft).get(end.branch)
  if (!branch) return undefined
  const at = [...branch, end.side]
  if (placeIn(draft, at) !== to.id) return undefined
  const node: Branch = {
    id: 'split',
    if: [{ name: 'random', operator: '<', value: splitPercent }],
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: to.id,
    else: from.id,
  }
  return { kind: 'paste', at, node }
}
