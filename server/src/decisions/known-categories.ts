import type { Condition } from '@kontor/contract/decisions/conditions/condition.rules'
import type { UnnamedNode } from '@kontor/contract/decisions/routings/tree.rules'
import { Refusal } from '@kontor/contract/refusal'
import { isCategory } from '../organisations/merchants/merchant-categories.ts'

/** Refuses rules about a merchant category that there is not: no payment could ever have it. */
export const requireKnownCategories = (rules: readonly Condition[]): void => refuse(unknownIn(rules, 'body.rules'))

/** The same for the conditions of a tree. */
export const requireKnownCategoriesIn = (tree: UnnamedNode): void => refuse(unknownInTree(tree, 'body.details'))

function refuse(places: readonly string[]): void {
  if (places.length > 0)
    throw new Refusal('invalid_request', Object.fromEntries(places.map((place) => [place, 'unknown'])))
}

const unknownIn = (conditions: readonly Condition[], path: string): string[] =>
  conditions.flatMap(({ name, value }, place) => {
    if (name !== 'mcc') return []
    const at = `${path}.${place}.value`
    if (!Array.isArray(value)) return isCategory(String(value)) ? [] : [at]
    return value.flatMap((one, nth) => (isCategory(String(one)) ? [] : [`${at}.${nth}`]))
  })

function unknownInTree(node: UnnamedNode, path: string): string[] {
  if (typeof node === 'string') return []
  return [
    ...unknownIn(node.if, `${path}.if`),
    ...unknownInTree(node.then, `${path}.then`),
    ...unknownInTree(node.else, `${path}.else`),
  ]
}
