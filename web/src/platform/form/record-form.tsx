import type { BodyOf, Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { detailsOf } from '@kontor/contract/list-query'
import type { ModalProps } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { createContext, type FormEvent, type ReactNode, useContext, useRef } from 'react'
import type { z } from 'zod'
import { useFieldErrors, useReasonText } from '../api/refusal-text.ts'
import type { Done } from '../api/use-command.ts'
import { SendingDialog } from './sending-dialog.tsx'
import { draftName, useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

/** The values of the fields, by their names in the endpoint's body. */
export type FormValues = Record<string, unknown>

/** The endpoint's own schema: another endpoint's schema does not fit this type. */
type BodySchema<E extends Endpoint> = NonNullable<NonNullable<E['schemas']>['body']>

export interface RecordProps<E extends Endpoint> {
  endpoint: E
  /** The schema that checks the fields before anything is sent. */
  body: BodySchema<E>
  /** The parameters of the endpoint's path. */
  params?: ParamsOf<E>
  /** The text of the button names the action: "Create plan". */
  verb: string
  onClose: () => void
  initial: FormValues
  /** Makes the body from the fields, when a value has no field or is made from several. */
  bodyOf?: (values: FormValues) => FormValues
  onDone?: (reply: Done<E>) => void
  /** Navigation after success; skipped when the person has left the page before the answer. */
  goOn?: (reply: Done<E>) => void
  /** The id of the record that a new one is copied from. Each has a draft of its own. */
  like?: string | undefined
  /** Fields that the browser must never store, not even until the next sign-in. */
  secrets?: readonly string[]
  children: ReactNode
}

interface RecordFormProps<E extends Endpoint> extends RecordProps<E> {
  title: string
  isDangerous?: boolean
  size?: ModalProps['size']
  opened: boolean
}

interface FormContext {
  form: UseFormReturnType<FormValues>
  /** The entity whose texts are the labels. */
  entity: { name: string }
  errorOf: (name: string) => ReactNode
  isRequired: (name: string) => boolean
  /** True when the field accepts null and can be cleared; a field that is left out keeps its value. */
  takesNothing: (name: string) => boolean
  isFixed: boolean
}

export const RecordContext = createContext<FormContext | undefined>(undefined)

/**
 * A dialog for a command. The command's schema checks the fields, and the server's refusals are shown under them. Typed
 * values survive the end of the session, and leaving a changed form asks first. The fields are in fields.tsx.
 */
export function RecordForm<E extends Endpoint>(props: RecordFormProps<E>) {
  return props.opened ? <OpenForm {...props} /> : null
}

function OpenForm<E extends Endpoint>(props: RecordFormProps<E>) {
  const { context, frame, discard } = useRecord(props)
  const close = () => {
    discard()
    props.onClose()
  }
  return (
    <SendingDialog
      opened
      title={props.title}
      verb={props.verb}
      size={props.size ?? 'lg'}
      isDangerous={props.isDangerous ?? false}
      {...frame}
      onClose={close}
    >
      <RecordContext value={context}>{props.children}</RecordContext>
    </SendingDialog>
  )
}

/** The state and the actions of a command's form, apart from its drawing. */
export function useRecord<E extends Endpoint>(props: RecordProps<E>) {
  const { endpoint, body, initial, bodyOf, onDone, goOn, like, secrets = [] } = props
  // The cast is safe: the path of a creating command has no parameters.
  const params = props.params ?? ({} as ParamsOf<E>)
  const name = draftName(endpoint, ...Object.values<string>(params), ...(like ? [like] : []))
  const sending = useSending(endpoint, true, name)
  const reasonText = useReasonText()
  const refused = useFieldErrors(sending.refusal)
  // An unanswered request can only be sent again unchanged.
  const isFixed = sending.isBusy || sending.isUndecided
  const shape = shapeOf(body)
  const bodyFrom = (values: FormValues) => withoutEmpty(shape, bodyOf ? bodyOf(values) : values)

  const form = useForm<FormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => {
      if (isFixed) return {}
      const { error } = body.safeParse(bodyFrom(values))
      return error ? problemsOf(error, reasonText) : {}
    },
    onValuesChange: () => {
      if (sending.refusal && !isFixed) sending.reset()
    },
  })
  const draft = useDraft(form, name, { isFixed, secrets })

  const discard = () => {
    // A request under way continues. Closing an unanswered form discards its draft.
    if (!sending.isBusy) draft.clear()
  }
  // The form stays clickable until another screen has replaced it, so a second press is ignored.
  const isDone = useRef(false)
  const submit = async (values: FormValues, event: FormEvent<HTMLFormElement> | undefined) => {
    if (isDone.current) return
    const place = event?.currentTarget
    const isSecret = secrets.some((each) => values[each])
    // The cast is safe: the schema has just accepted the body.
    const reply = await sending.send(params, bodyFrom(values) as BodyOf<E>, !isSecret)
    if (reply === undefined) return toFirstProblem(place)
    isDone.current = true
    const isHere = sending.isOnScreen()
    if (isHere) props.onClose()
    onDone?.(reply)
    if (isHere) goOn?.(reply)
  }
  const names = Object.keys(form.values)
  const context: FormContext = {
    form,
    entity: { name: endpoint.changes[0] ?? '' },
    errorOf: (name) => form.errors[name] ?? refused[name],
    isRequired: (name) => shape[name]?.safeParse(undefined).success === false,
    takesNothing: (name) => shape[name]?.safeParse(null).success === true,
    isFixed,
  }
  const frame = {
    isChanged: form.isDirty(),
    sending,
    isSaidBelow: names.some((name) => refused[name] !== undefined),
    onSubmit: form.onSubmit(submit, (_errors, _values, event) => toFirstProblem(event?.currentTarget)),
  }
  return { context, frame, discard }
}

export function useRecordForm(): FormContext {
  const context = useContext(RecordContext)
  if (!context) throw new Error('A field belongs inside a RecordForm')
  return context
}

/** The present values, for fields that depend on others. */
export const useFormValues = (): FormValues => useRecordForm().form.values

/** Waits until the problem is drawn. */
function toFirstProblem(place: HTMLElement | undefined): void {
  setTimeout(() => place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

type Shape = Readonly<Record<string, z.ZodType | undefined>>

const shapeOf = (body: z.ZodType): Shape => ('shape' in body ? (body.shape as Shape) : {})

/** An empty field becomes `null` when the command accepts null (an update that clears it); otherwise it is left out. */
function withoutEmpty(shape: Shape, values: FormValues): FormValues {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const given = typeof value === 'string' ? value.trim() : value
    const isEmpty = given === '' || given === null || given === undefined
    if (!isEmpty) return [[name, given]]
    return shape[name]?.safeParse(null).success ? [[name, null]] : []
  })
  return Object.fromEntries(entries)
}

function problemsOf(error: z.ZodError, textOf: (reason: string) => string): Record<string, string> {
  const entries = Object.entries(detailsOf(error, 'body')).map(([path, reason]) => [
    path.slice('body.'.length).split('.')[0] ?? '',
    textOf(reason),
  ])
  return Object.fromEntries(entries)
}
