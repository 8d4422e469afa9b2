import type { Endpoint } from '@kontor/contract/endpoint'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useScope } from '../api/scope.ts'
import { type Draft, draftOf } from '../draft.ts'
import type { AmountValue } from '../value/amount-typed.ts'
import { useViewer } from '../viewer.ts'

/** The name of a form's draft: its command and the ids of its records. */
export const draftName = (endpoint: Pick<Endpoint, 'name'>, ...ids: string[]): string =>
  [endpoint.name, ...ids].join('.')

/** The draft of this user, in the present view of a merchant. */
export function useOwnDraft<V extends object>(name: string): Draft<V> {
  const { id } = useViewer()
  const { merchant = '' } = useScope()
  return useMemo(() => draftOf<V>(id, `${merchant}.${name}`), [id, merchant, name])
}

/**
 * True when a form had typed values, or an unanswered request, when the page or its session ended: it then opens again.
 */
export const useHasDraft = (name: string): boolean => useOwnDraft(name).read() !== undefined

/**
 * What a form sends so that its command refuses what was not seen, such as a version: of what a draft was typed over, as long as
 * there is one.
 */
export function useSeen<S extends object>(name: string, present: S): S {
  const draft = useOwnDraft(name)
  // The cast is safe: only this form writes the draft, with a value of the same kind under each of these names.
  const [seen] = useState(() => ({ ...present, ...pick(draft.over(), (field) => field in present) }) as S)
  return seen
}

interface DraftOptions<V> {
  /** True after sending: the stored request must not be replaced by typed values (use-sending.ts). */
  isFixed?: boolean
  /** Fields that are never stored. */
  secrets?: readonly (keyof V & string)[]
  /** Kept with what is typed over it. */
  seen?: Readonly<Record<string, unknown>> | undefined
}

/** Keeps typed values until they are sent or discarded, and fills them into a form that opens. */
export function useDraft<V extends object>(form: UseFormReturnType<V>, name: string, options: DraftOptions<V> = {}) {
  const { isFixed = false, secrets = [], seen } = options
  const draft = useOwnDraft<V>(name)

  // A draft may be older than the form: fields that no longer exist would be refused.
  const giveBack = useEffectEvent((left: Partial<V>) => form.setValues(pick(left, (field) => field in form.values)))
  useEffect(() => {
    const left = draft.read()
    if (left) giveBack(left)
  }, [draft])

  const keep = useEffectEvent(() => {
    // Untouched fields are not stored: they take the record's present value later, because a colleague may change it.
    const typed = pick<V>(
      form.getValues(),
      (field, value) => form.isDirty(field) && value !== noAmount && !secrets.some((each) => each === field),
    )
    if (Object.keys(typed).length === 0) draft.clear()
    else draft.write(typed, undefined, { ...typedOver(typed), ...seen })
  })
  const typedOver = (typed: Partial<V>) => {
    const before = draft.over()
    const initial = new Map<string, unknown>(Object.entries(form.getInitialValues()))
    return Object.fromEntries(
      Object.keys(typed).map((name) => [name, name in before ? before[name] : (initial.get(name) ?? null)]),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every change of a value, and after a refusal
  useEffect(() => {
    if (!isFixed) keep()
  }, [isFixed, form.values])

  return draft
}

const pick = <V extends object>(values: Partial<V>, isWanted: (field: string, value: unknown) => boolean) =>
  // The cast is safe: the result has a part of the same fields.
  Object.fromEntries(Object.entries(values).filter((entry) => isWanted(...entry))) as Partial<V>

/**
 * The value of an amount field whose text is not an amount. It does not contain the text, so there is nothing to keep.
 */
const noAmount: AmountValue = 'invalid'
