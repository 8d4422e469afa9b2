import type { Endpoint } from '@kontor/contract/endpoint'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useScope } from '../api/scope.ts'
import { type Draft, draftOf } from '../draft.ts'
import type { AmountValue } from '../value/amount-typed.ts'
import { useViewer } from '../viewer.ts'

/** What a form is known by: what it sends, and about which records. */
export const draftName = (endpoint: Pick<Endpoint, 'name'>, ...ids: string[]): string =>
  [endpoint.name, ...ids].join('.')

/** Of this user alone, and of the merchant that is looked at. */
export function useOwnDraft<V extends object>(name: string): Draft<V> {
  const { id } = useViewer()
  const { merchant = '' } = useScope()
  return useMemo(() => draftOf<V>(id, `${merchant}.${name}`), [id, merchant, name])
}

/** Whether something was being typed, or sent, when the page or its session ended: then the form is open as it was left. */
export const useHasDraft = (name: string): boolean => useOwnDraft(name).read() !== undefined

interface DraftOptions<V> {
  /** Sent: what is kept of it is no longer what is being typed (use-sending.ts). */
  isFixed?: boolean
  /** Never written anywhere. */
  secrets?: readonly (keyof V & string)[]
}

/** Keeps what is typed until it was sent or given up, and gives it back to a form that opens. */
export function useDraft<V extends object>(form: UseFormReturnType<V>, name: string, options: DraftOptions<V> = {}) {
  const { isFixed = false, secrets = [] } = options
  const draft = useOwnDraft<V>(name)

  // A draft may be older than the form: a field that is gone would be refused.
  const giveBack = useEffectEvent((left: Partial<V>) => form.setValues(pick(left, (field) => field in form.values)))
  useEffect(() => {
    const left = draft.read()
    if (left) giveBack(left)
  }, [draft])

  const keep = useEffectEvent(() => {
    // What was not touched is to be as it will be then: a colleague may change it meanwhile.
    const typed = pick<V>(
      form.getValues(),
      (field, value) => form.isDirty(field) && value !== noAmount && !secrets.some((each) => each === field),
    )
    if (Object.keys(typed).length === 0) draft.clear()
    else draft.write(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something was typed, and once it was refused
  useEffect(() => {
    if (!isFixed) keep()
  }, [isFixed, form.values])

  return draft
}

const pick = <V extends object>(values: Partial<V>, isWanted: (field: string, value: unknown) => boolean) =>
  // A part of the same fields.
  Object.fromEntries(Object.entries(values).filter((entry) => isWanted(...entry))) as Partial<V>

/** The value of a field in which something is typed that is no amount: the text itself is not in it. */
const noAmount: AmountValue = 'invalid'
