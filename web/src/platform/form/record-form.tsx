import type { BodyOf, Endpoint, ParamsOf } from '@kontor/contract/endpoint'
import { detailsOf } from '@kontor/contract/lists/list-query'
import type { ModalProps } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { createContext, type FormEvent, type ReactNode, useContext, useRef } from 'react'
import type { z } from 'zod'
import type { ApiRefusal } from '../api/api-client.ts'
import { useFieldErrors, useReasonText } from '../api/refusal-text.ts'
import type { Done } from '../api/use-command.ts'
import { SendingDialog } from './dialog/sending-dialog.tsx'
import { toFirstProblem } from './first-problem.ts'
import { ofItself } from './form-events.ts'
import { draftName, useDraft, useOwnDraft } from './use-draft.ts'
import { type ReadPresent, useMeanwhile } from './use-meanwhile.ts'
import { useSending } from './use-sending.ts'

/** The values of the fields, by their names in the endpoint's body. */
export type FormValues = Record<string, unknown>

/** The state of a form, for the texts and checks that depend on it. */
export interface FormState {
  values: FormValues
  /** The last refusal of the server, until a field changes. */
  refusal: ApiRefusal | undefined
  /** True while it is sent or unanswered: an unanswered request can only be sent again unchanged. */
  isFixed: boolean
}

/** The endpoint's own schema: another endpoint's schema does not fit this type. */
type BodySchema<E extends Endpoint> = NonNullable<NonNullable<E['schemas']>['body']>

export interface RecordProps<E extends Endpoint> {
  endpoint: E
  /** The schema that checks the fields before anything is sent. */
  body: BodySchema<E>
  /** The parameters of the endpoint's path. */
  params?: ParamsOf<E>
  /** The text of the button names the action: "Create plan", "Refund € 25.00". */
  verb: string | ((form: FormState) => string)
  onClose: () => void
  initial: FormValues
  /** Makes the body from the fields, when a value has no field or is made from several. */
  bodyOf?: (values: FormValues) => FormValues
  /** Problems that the schema cannot know, in words, by field: a limit of an amount. They take precedence over the schema's. */
  problems?: (form: FormState) => Readonly<Record<string, string | null | undefined>>
  /** True for a refusal that the fields show and answer themselves. It stays until the form is sent again. */
  isSaid?: (refusal: ApiRefusal) => boolean
  /** Reads what the form changes once more, so that nobody undoes unseen what somebody else saved meanwhile (use-meanwhile.ts). */
  present?: ReadPresent | undefined
  /** What is sent of what was read, such as its version: useSeen of use-draft.ts, which the draft keeps. */
  seen?: FormValues
  /** Of a value that is made of several fields: those that do not have its name. */
  madeOf?: Readonly<Record<string, readonly string[]>>
  /** Asks before values that are right are sent; false: they are not. */
  confirm?: (values: FormValues) => Promise<boolean>
  onDone?: (reply: Done<E>, sent: BodyOf<E>) => void
  /** Navigation after success; skipped when the person has left the page before the answer. */
  goOn?: (reply: Done<E>) => void
  /**
   * What the form was opened from: the id of the record that a new one is copied from, or one of two places. Each has a
   * draft of its own.
   */
  like?: string | undefined
  /** What a refusal says of a field beyond its reason, by the name of the field. */
  explain?: (refusal: ApiRefusal) => Readonly<Record<string, string | undefined>>
  /** Fields that the browser must never store, not even until the next sign-in. */
  secrets?: readonly string[]
  /** Fields of which a space at an end is a part: passwords. */
  exact?: readonly string[]
  /** True when closing an unanswered form keeps its request: opened again, it is sent again under the same key. */
  keepsUnanswered?: boolean
  children: ReactNode
}

interface RecordFormProps<E extends Endpoint> extends RecordProps<E> {
  title: string
  isDangerous?: boolean
  size?: ModalProps['size']
  /** True for a person who may only look: there is no button to send. */
  isReadOnly?: boolean
  opened: boolean
}

interface FormContext extends Omit<FormState, 'values'> {
  form: UseFormReturnType<FormValues>
  /** The entity whose texts are the labels. */
  entity: { name: string }
  errorOf: (name: string) => ReactNode
  isRequired: (name: string) => boolean
  /** True when the field accepts null and can be cleared; a field that is left out keeps its value. */
  takesNothing: (name: string) => boolean
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
      size={props.size ?? 'lg'}
      isDangerous={props.isDangerous ?? false}
      isReadOnly={props.isReadOnly ?? false}
      {...frame}
      onClose={close}
    >
      <RecordContext value={context}>{props.children}</RecordContext>
    </SendingDialog>
  )
}

/** The state and the actions of a command's form, apart from its drawing. */
export function useRecord<E extends Endpoint>(props: RecordProps<E>) {
  const { endpoint, body, initial, bodyOf, onDone, goOn, like, secrets = [], exact = [] } = props
  const { problems, isSaid, explain, present, keepsUnanswered = false } = props
  // The cast is safe: the path of a creating command has no parameters.
  const params = props.params ?? ({} as ParamsOf<E>)
  const name = draftName(endpoint, ...Object.values<string>(params), ...(like ? [like] : []))
  const sending = useSending(endpoint, true, name)
  const reasonText = useReasonText()
  const { refusal } = sending
  const left = useOwnDraft(name)
  const meanwhile = useMeanwhile(present, endpoint.changes[0], () => ({ ...initial, ...left.over() }), props.madeOf)
  const refused = useFieldErrors(refusal)
  const isFixed = sending.isBusy || sending.isUndecided
  const shape = shapeOf(body)
  const bodyFrom = (values: FormValues) => withoutEmpty(shape, bodyOf ? bodyOf(values) : values, exact)

  const form = useForm<FormValues>({
    initialValues: initial,
    validateInputOnBlur: true,
    validate: (values) =>
      isFixed
        ? {}
        : {
            ...problemsOf(
              { ...missingIn(endpoint, shape, initial, values), ...refusedIn(body, bodyFrom(values)) },
              reasonText,
            ),
            ...said(problems?.({ values, refusal, isFixed })),
          },
    onValuesChange: () => {
      if (refusal && !isFixed && !isSaid?.(refusal)) sending.reset()
    },
  })
  const draft = useDraft(form, name, { isFixed, secrets, seen: props.seen })

  const discard = () => {
    // A request under way continues. Closing an unanswered form discards its draft, unless the request must be kept.
    if (!sending.isBusy && !(keepsUnanswered && sending.isUndecided)) draft.clear()
  }
  // An undefined field stands for a value that may change meanwhile, so the value that is sent is written into the field.
  const settle = (sent: FormValues) => {
    const settled = settledBy(form.getValues(), sent)
    if (Object.keys(settled).length === 0) return
    draft.write({ ...draft.read(), ...settled })
    form.setValues(settled)
    // The value was not typed by anybody, so the form does not count as changed.
    form.resetDirty({ ...form.getInitialValues(), ...settled })
  }
  const isSeen = async (values: FormValues, given: FormValues) => {
    const { isUnseen, taken } = await meanwhile.look(values, given)
    form.setValues(taken)
    // Who closed the form while it was looked at sends nothing.
    return !isUnseen && sending.isOnScreen()
  }
  // The form stays clickable until another screen has replaced it, so a second press is ignored.
  const isDone = useRef(false)
  const submit = async (values: FormValues, event: FormEvent<HTMLFormElement> | undefined) => {
    if (isDone.current) return
    const place = event?.currentTarget
    if (props.confirm && !(await props.confirm(values))) return
    const isSecret = secrets.some((each) => values[each])
    const given = bodyFrom(values)
    if (present && !isFixed && !(await isSeen(values, given))) return toFirstProblem(place)
    settle(given)
    // The cast is safe: the schema has just accepted the body.
    const sent = given as BodyOf<E>
    const reply = await sending.send(params, sent, !isSecret)
    if (reply === undefined) return toFirstProblem(place)
    isDone.current = true
    // The form may stay mounted for a moment, and must not store a draft of what was carried out.
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
    errorOf: (name) =>
      form.errors[name] ??
      (refused[name] && (problems?.(state)[name] ?? (refusal && explain?.(refusal)[name]) ?? refused[name])) ??
      meanwhile.said[name],
    isRequired: (name) => shape[name]?.safeParse(undefined).success === false || stays(endpoint, shape, initial, name),
    takesNothing: (name) => takesNothing(shape, name),
  }
  const frame = {
    verb: typeof props.verb === 'string' ? props.verb : props.verb(state),
    isChanged: form.isDirty(),
    sending,
    isSaidBelow,
    onSubmit: ofItself(form.onSubmit(submit, (_errors, _values, event) => toFirstProblem(event?.currentTarget))),
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

type Shape = Readonly<Record<string, z.ZodType | undefined>>

const shapeOf = (body: z.ZodType): Shape => ('shape' in body ? (body.shape as Shape) : {})

const takesNothing = (shape: Shape, name: string) => shape[name]?.safeParse(null).success === true

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/** True for the command that changes fields of one row: `POST /v1/resource/:id`. */
const isChangeOfRow = ({ path }: Endpoint) => path.endsWith('/:id')

/** True for a present value that a change can replace, and not take away. */
const stays = (endpoint: Endpoint, shape: Shape, initial: FormValues, name: string): boolean =>
  isChangeOfRow(endpoint) && name in shape && !isEmpty(initial[name]) && !takesNothing(shape, name)

/** What a change leaves out stays as it was, so a value that was taken away must be refused before it is sent. */
function missingIn(endpoint: Endpoint, shape: Shape, initial: FormValues, values: FormValues): Record<string, string> {
  const names = Object.keys(shape).filter(
    (name) => stays(endpoint, shape, initial, name) && name in values && isEmpty(trimmed(values[name])),
  )
  return Object.fromEntries(names.map((name) => [`body.${name}`, 'required']))
}

/** The reasons for which the schema refuses a body, by path. */
function refusedIn(body: z.ZodType, given: FormValues): Record<string, string> {
  const { error } = body.safeParse(given)
  return error ? detailsOf(error, 'body', given) : {}
}

/** What is sent of the fields for which nobody has chosen a value. */
const settledBy = (values: FormValues, sent: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined && name in sent ? [[name, sent[name]]] : [],
    ),
  )

/** An empty field becomes `null` when the command accepts null (an update that clears it); otherwise it is left out. */
function withoutEmpty(shape: Shape, values: FormValues, exact: readonly string[]): FormValues {
  const entries = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const given = exact.includes(name) ? value : trimmed(value)
    if (!isEmpty(given)) return [[name, given]]
    return takesNothing(shape, name) ? [[name, null]] : []
  })
  return Object.fromEntries(entries)
}

const said = (problems: Readonly<Record<string, string | null | undefined>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])))

function problemsOf(details: Record<string, string>, textOf: (reason: string) => string): Record<string, string> {
  const entries = Object.entries(details).map(([path, reason]) => [
    path.slice('body.'.length).split('.')[0] ?? '',
    textOf(reason),
  ])
  return Object.fromEntries(entries)
}
