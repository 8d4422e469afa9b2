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

/** What the fields hold, by the names of the endpoint's body. */
export type FormValues = Record<string, unknown>

/** The endpoint's own: the shape of what another takes is no value of this type. */
type BodySchema<E extends Endpoint> = NonNullable<NonNullable<E['schemas']>['body']>

export interface RecordProps<E extends Endpoint> {
  endpoint: E
  /** By which the fields are checked before anything is sent. */
  body: BodySchema<E>
  /** Of the endpoint's path. */
  params?: ParamsOf<E>
  /** The button's text says what it does: "Create plan". */
  verb: string
  onClose: () => void
  initial: FormValues
  /** What is sent that no field holds, or is made of several. */
  bodyOf?: (values: FormValues) => FormValues
  onDone?: (reply: Done<E>) => void
  /** Where the person goes from here; not when the person has gone elsewhere before the answer came. */
  goOn?: (reply: Done<E>) => void
  /** Of the record that a new one is like: what is typed of it is not what is typed of another. */
  like?: string | undefined
  /** Fields that the browser must not keep, not even until the next sign-in. */
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
  /** The entity whose words the labels are. */
  entity: { name: string }
  errorOf: (name: string) => ReactNode
  isRequired: (name: string) => boolean
  /** Whether it can be emptied: what is only left out stays as it is. */
  takesNothing: (name: string) => boolean
  isFixed: boolean
}

export const RecordContext = createContext<FormContext | undefined>(undefined)

/**
 * A dialog around a command. Its own schema checks the fields, the server's refusals stand under them, what was
 * typed survives a session that ends, and leaving a changed form asks first. Fields: fields.tsx.
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

/** What a form of a command knows and does, whatever is drawn around it. */
export function useRecord<E extends Endpoint>(props: RecordProps<E>) {
  const { endpoint, body, initial, bodyOf, onDone, goOn, like, secrets = [] } = props
  // Whoever makes something new has no id for it.
  const params = props.params ?? ({} as ParamsOf<E>)
  const name = draftName(endpoint, ...Object.values<string>(params), ...(like ? [like] : []))
  const sending = useSending(endpoint, true, name)
  const reasonText = useReasonText()
  const refused = useFieldErrors(sending.refusal)
  // What was sent and not answered must be sent again as it was.
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
    // What is under way goes on. What was not answered is let go of by whoever closes it.
    if (!sending.isBusy) draft.clear()
  }
  // Until another screen stands where this one was, it is still there to be pressed.
  const isDone = useRef(false)
  const submit = async (values: FormValues, event: FormEvent<HTMLFormElement> | undefined) => {
    if (isDone.current) return
    const place = event?.currentTarget
    const isSecret = secrets.some((each) => values[each])
    // The schema has just found it good.
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

/** The values as they are now, for fields that depend on others. */
export const useFormValues = (): FormValues => useRecordForm().form.values

/** Once it is drawn. */
function toFirstProblem(place: HTMLElement | undefined): void {
  setTimeout(() => place?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

type Shape = Readonly<Record<string, z.ZodType | undefined>>

const shapeOf = (body: z.ZodType): Shape => ('shape' in body ? (body.shape as Shape) : {})

/** An empty field is `null` where the command takes that (an update that empties it), else it is left out. */
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
