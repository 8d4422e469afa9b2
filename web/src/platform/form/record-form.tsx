import type { BodyOf, Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { detailsOf } from '@kontor/contract/list-query'
import type { ModalProps } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { createContext, type FormEvent, type ReactNode, useContext, useRef } from 'react'
import type { z } from 'zod'
import type { ApiRefusal } from '../api/api-client.ts'
import { useFieldErrors, useReasonText } from '../api/refusal-text.ts'
import type { Done } from '../api/use-command.ts'
import { SendingDialog } from './sending-dialog.tsx'
import { draftName, useDraft } from './use-draft.ts'
import { useSending } from './use-sending.ts'

/** What the fields hold, by the names of the endpoint's body. */
export type FormValues = Record<string, unknown>

/** A form as it stands. */
export interface FormState {
  values: FormValues
  /** How the server refused it last, until something is changed. */
  refusal: ApiRefusal | undefined
  /** It was sent and is not answered: it must be sent again as it was. */
  isFixed: boolean
}

/** The endpoint's own: the shape of what another takes is no value of this type. */
type BodySchema<E extends Endpoint> = NonNullable<NonNullable<E['schemas']>['body']>

export interface RecordProps<E extends Endpoint> {
  endpoint: E
  /** By which the fields are checked before anything is sent. */
  body: BodySchema<E>
  /** Of the endpoint's path. */
  params?: ParamsOf<E>
  /** The button's text says what it does: "Create plan", "Refund € 25.00". */
  verb: string | ((form: FormState) => string)
  onClose: () => void
  initial: FormValues
  /** What is sent that no field holds, or is made of several. */
  bodyOf?: (values: FormValues) => FormValues
  /** What the schema cannot know of a field, in words: at most so much. It is said before what the schema has to say. */
  problems?: (form: FormState) => Readonly<Record<string, string | null | undefined>>
  /** A refusal that the fields say themselves, and answer: it stays until the form is sent again. */
  isSaid?: (refusal: ApiRefusal) => boolean
  onDone?: (reply: Done<E>, sent: BodyOf<E>) => void
  /** Where the person goes from here; not when the person has gone elsewhere before the answer came. */
  goOn?: (reply: Done<E>) => void
  /** Of the record that a new one is like: what is typed of it is not what is typed of another. */
  like?: string | undefined
  /** Fields that the browser must not keep, not even until the next sign-in. */
  secrets?: readonly string[]
  /** An order that must not be given twice: closed without an answer and opened again, it is the same order still. */
  keepsUnanswered?: boolean
  children: ReactNode
}

interface RecordFormProps<E extends Endpoint> extends RecordProps<E> {
  title: string
  isDangerous?: boolean
  size?: ModalProps['size']
  opened: boolean
}

interface FormContext extends Omit<FormState, 'values'> {
  form: UseFormReturnType<FormValues>
  /** The entity whose words the labels are. */
  entity: { name: string }
  errorOf: (name: string) => ReactNode
  isRequired: (name: string) => boolean
  /** Whether it can be emptied: what is only left out stays as it is. */
  takesNothing: (name: string) => boolean
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
  const { problems, isSaid, keepsUnanswered = false } = props
  // Whoever makes something new has no id for it.
  const params = props.params ?? ({} as ParamsOf<E>)
  const name = draftName(endpoint, ...Object.values<string>(params), ...(like ? [like] : []))
  const sending = useSending(endpoint, true, name)
  const reasonText = useReasonText()
  const { refusal } = sending
  const refused = useFieldErrors(refusal)
  const isFixed = sending.isBusy || sending.isUndecided
  const shape = shapeOf(body)
  const bodyFrom = (values: FormValues) => withoutEmpty(shape, bodyOf ? bodyOf(values) : values)

  const form = useForm<FormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) => {
      if (isFixed) return {}
      const { error } = body.safeParse(bodyFrom(values))
      return { ...(error ? problemsOf(error, reasonText) : {}), ...said(problems?.({ values, refusal, isFixed })) }
    },
    onValuesChange: () => {
      if (refusal && !isFixed && !isSaid?.(refusal)) sending.reset()
    },
  })
  const draft = useDraft(form, name, { isFixed, secrets })

  const discard = () => {
    // What is under way goes on. What was not answered is let go of by whoever closes it, where it may be.
    if (!sending.isBusy && !(keepsUnanswered && sending.isUndecided)) draft.clear()
  }
  // A field that was left to what is the case holds from now on what is sent of it, whatever becomes the case meanwhile.
  const settle = (sent: FormValues) => {
    const left = Object.entries(form.getValues()).filter(([name, value]) => value === undefined && name in sent)
    if (left.length === 0) return
    const settled = Object.fromEntries(left.map(([name]) => [name, sent[name]]))
    draft.write({ ...draft.read(), ...settled })
    form.setValues(settled)
    // Nobody typed it.
    form.resetDirty({ ...form.getInitialValues(), ...settled })
  }
  // Until another screen stands where this one was, it is still there to be pressed.
  const isDone = useRef(false)
  const submit = async (values: FormValues, event: FormEvent<HTMLFormElement> | undefined) => {
    if (isDone.current) return
    const place = event?.currentTarget
    const isSecret = secrets.some((each) => values[each])
    const given = bodyFrom(values)
    settle(given)
    // The schema has just found it good.
    const sent = given as BodyOf<E>
    const reply = await sending.send(params, sent, !isSecret)
    if (reply === undefined) return toFirstProblem(place)
    isDone.current = true
    // For as long as it still stands there, nothing of it is to be kept.
    form.resetDirty()
    const isHere = sending.isOnScreen()
    if (isHere) props.onClose()
    onDone?.(reply, sent)
    if (isHere) goOn?.(reply)
  }
  const state: FormState = { values: form.values, refusal, isFixed }
  const isSaidBelow = Object.keys(form.values).some((name) => refused[name]) || (refusal && isSaid?.(refusal)) === true
  const context: FormContext = {
    form,
    refusal,
    isFixed,
    entity: { name: endpoint.changes[0] ?? '' },
    errorOf: (name) => form.errors[name] ?? (refused[name] && (problems?.(state)[name] ?? refused[name])),
    isRequired: (name) => shape[name]?.safeParse(undefined).success === false,
    takesNothing: (name) => shape[name]?.safeParse(null).success === true,
  }
  const frame = {
    verb: typeof props.verb === 'string' ? props.verb : props.verb(state),
    isChanged: form.isDirty(),
    sending,
    isSaidBelow,
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

const said = (problems: Readonly<Record<string, string | null | undefined>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])))

function problemsOf(error: z.ZodError, textOf: (reason: string) => string): Record<string, string> {
  const entries = Object.entries(detailsOf(error, 'body')).map(([path, reason]) => [
    path.slice('body.'.length).split('.')[0] ?? '',
    textOf(reason),
  ])
  return Object.fromEntries(entries)
}
