import type { AccessOf } from '@kontor/contract/identity/preview/access-preview.schemas'

/** Whether something is as it was, comes, or goes. */
export type Change = 'same' | 'new' | 'gone'

export interface Changed<T> {
  readonly item: T
  readonly change: Change
}

/** The items of a draft, and those of today that it lacks; without a today nothing is compared. */
export function compared<T>(draft: readonly T[], today: readonly T[] | undefined, keyOf: (item: T) => string) {
  const keys = (items: readonly T[]) => new Set(items.map(keyOf))
  const [then, now] = [keys(draft), today && keys(today)]
  return [
    ...draft.map((item): Changed<T> => ({ item, change: !now || now.has(keyOf(item)) ? 'same' : 'new' })),
    ...(today ?? []).filter((item) => !then.has(keyOf(item))).map((item): Changed<T> => ({ item, change: 'gone' })),
  ]
}

export type CountedList = AccessOf['lists'][number]

/** One list with its rows in the draft and today; undefined where the list cannot be opened. */
interface ComparedList {
  readonly entity: string
  readonly draft: CountedList | undefined
  readonly today: CountedList | undefined
}

export function comparedLists(draft: AccessOf, today: AccessOf | null): ComparedList[] {
  const of = (access: AccessOf | null, entity: string) => access?.lists.find((list) => list.entity === entity)
  const names = new Set([...draft.lists, ...(today?.lists ?? [])].map(({ entity }) => entity))
  return [...names].map((entity) => ({ entity, draft: of(draft, entity), today: of(today, entity) }))
}
