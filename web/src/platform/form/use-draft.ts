import type { Endpoint } from '@kontor/contract/endpoint'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useMemo } from 'react'
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

interface DraftOptions<V> {
  /** False while a form that is always mounted is hidden. */
  opened?: boolean
  /** True after sending: the stored request must not be replaced by typed values (use-sending.ts). */
  isFixed?: boolean
  /** Fields that are never stored. */
  secrets?: readonly (keyof V & string)[]
}

/** Keeps typed values until they are sent or discarded, and fills them into a form that opens. */
export function useDraft<V extends object>(form: UseFormReturnType<V>, name: string, options: DraftOptions<V> = {}) {
  const { opened = true, isFixed = false, secrets = [] } = options
  const draft = useOwnDraft<V>(name)

  // A draft may be older than the form: fields that no longer exist would be refused.
  const giveBack = useEffectEvent((left: Partial<V>) => form.setValues(pick(left, (field) => field in form.values)))
  useEffect(() => {
    const left = opened ? draft.read() : undefined
    if (left) giveBack(left)
  }, [opened, draft])

  const keep = useEffectEvent(() => {
    // Untouched fields are not stored: they take the record's present value later, because a colleague may change it.
    const typed = pick<V>(
      form.getValues(),
      (field, value) => form.isDirty(field) && value !== noAmount && !secrets.some((each) => each === field),
    )
    if (Object.keys(typed).length === 0) draft.clear()
    else draft.write(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every change of a value, and after a refusal
  useEffect(() => {
    if (opened && !isFixed) keep()
  }, [opened, isFixed, form.values])

  return draft
}

const pick = <V extends object>(values: Partial<V>, isWanted: (field: string, value: unknown) => boolean) =>
  // The cast is safe: the result has a part of the same fields.
  Object.fromEntries(Object.entries(values).filter((entry) => isWanted(...entry))) as Partial<V>

/**
 * The value of an amount field whose text is not an amount. It does not contain the text, so there is nothing to keep.
 */
const noAmount: AmountValue = 'invalid'
