import { countryCodes } from '@kontor/contract/codes/countries'
import { exponentOf } from '@kontor/contract/money'
import { Checkbox, MultiSelect, NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import { takenOnLeaving } from '../../ui/keep-field.ts'
import { inSentence } from '../../ui/words/in-sentence.ts'
import typography from '../../ui/words/typography.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '../value/amount-input.tsx'
import type { AmountValue } from '../value/amount-typed.ts'
import { useLabels } from '../value/labels.ts'
import { useRecordForm } from './record-form.tsx'

export interface FieldProps {
  /** The name of the field in the command's body. */
  name: string
  /** Replaces the label that belongs to the field's name. */
  label?: string
  description?: ReactNode
  disabled?: boolean
  autoFocus?: boolean
  /** Overrides the command's schema. */
  isRequired?: boolean
  /** The error of an empty field, where the usual sentence with its label would not be one. */
  missing?: string
}

/**
 * The properties that every field shares: label, help, error, and whether it is required. What an empty field asks for
 * depends on how it is filled.
 */
export function useField(
  { name, label: given, description, disabled, autoFocus, isRequired, missing }: FieldProps,
  filledBy: 'typing' | 'choosing' | 'finding' | 'amount' = 'typing',
) {
  const { t } = useTranslation()
  const { form, entity, errorOf, isFixed, ...context } = useRecordForm()
  const labels = useLabels()
  const { onBlur } = form.getInputProps(name)
  const label = given ?? labels.field(entity, name)
  const required = {
    typing: t('form_validation.required'),
    // The label of a choice may be a question; that of a row is what the row is.
    choosing: t('form.choice_required'),
    finding: t('form.row_required', { name: inSentence(label) }),
    amount: t('form.amount_required'),
  }
  const problem = errorOf(name)
  const isMissing = problem === required.typing
  return {
    value: form.values[name],
    set: (value: unknown) => form.setFieldValue(name, value),
    input: {
      label,
      description,
      withAsterisk: isRequired ?? context.isRequired(name),
      // A disabled field waits for another one, which has the problem.
      error: isMissing && disabled ? undefined : isMissing ? (missing ?? required[filledBy]) : problem,
      disabled: disabled ?? false,
      readOnly: isFixed,
      onBlur,
      ...(autoFocus ? { 'data-autofocus': true } : {}),
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

interface TextFieldProps extends FieldProps {
  autoComplete?: 'name' | 'email'
  type?: 'text' | 'email' | 'tel' | 'url'
  maxLength?: number
  placeholder?: string
  /** The text that is shown, and sent by the form's `bodyOf`, until somebody types. */
  fallback?: string
  /** Called when the field is left, for others that depend on it. */
  onLeave?: () => void
  ref?: Ref<HTMLInputElement>
}

export function TextField(given: TextFieldProps) {
  const { type = 'text', autoComplete, maxLength, placeholder, fallback, onLeave, ref, ...props } = given
  const { value, set, input } = useField(props)
  return (
    <TextInput
      {...input}
      ref={ref}
      type={type}
      autoComplete={autoComplete ?? 'off'}
      value={textOf(value === undefined ? fallback : value)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={(event) => {
        input.onBlur?.(event)
        onLeave?.()
      }}
      {...(maxLength ? { maxLength } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(onLeave ? takenOnLeaving : {})}
    />
  )
}

export function LongTextField({
  maxLength = 500,
  rows = 3,
  ...props
}: FieldProps & { maxLength?: number; rows?: number }) {
  const { value, set, input } = useField(props)
  return (
    <Textarea
      {...input}
      rows={rows}
      maxLength={maxLength}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}

/** A field for a whole number. Other text stays as typed, and the schema refuses it. */
export function IntegerField(props: FieldProps) {
  const { value, set, input } = useField(props)
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: typography.tabular }}
      value={textOf(value)}
      onChange={(event) => {
        const typed = event.currentTarget.value.trim()
        set(/^-?\d{1,15}$/.test(typed) ? Number(typed) : typed)
      }}
    />
  )
}

interface AmountFieldProps extends FieldProps {
  currency: string
  /** The amount that is shown until somebody types. */
  fallback?: number
}

/** A field for an amount in minor units. Its currency may depend on another field. */
export function AmountField({ currency, fallback, ...props }: AmountFieldProps) {
  const { t } = useTranslation()
  const { value, set, input } = useField(props, 'amount')
  const shown = value === undefined ? fallback : value
  const isInvalid = value === 'invalid' && input.error
  return (
    <AmountInput
      {...input}
      currency={currency}
      value={shown as AmountValue}
      onChange={set}
      error={isInvalid ? t('form.amount_invalid', { count: exponentOf(currency) }) : input.error}
    />
  )
}

interface ChoiceFieldProps<C extends string> extends FieldProps {
  choices: readonly C[]
  /** Replaces the texts of the entity's field. */
  textOf?: (choice: C) => string
}

/** A field for one of a few values. */
export function ChoiceField<C extends string>({
  choices,
  textOf: words,
  onChosen,
  noneText,
  ...props
}: ChoiceFieldProps<C> & {
  /** The text of the empty choice, when it has a meaning. */
  noneText?: string
  /** Called on a change with the value after and before it, for other fields whose meaning depends on this one. */
  onChosen?: (value: string, before: string) => void
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { takesNothing } = useRecordForm()
  const { value, set, input } = useField(props, 'choosing')
  const options = choices.map((choice) => ({
    value: choice,
    label: words?.(choice) ?? labels.value(props.name, undefined, choice),
  }))
  const isChosen = choices.some((choice) => choice === textOf(value))
  const mayBeNone = !isChosen || takesNothing(props.name) || noneText !== undefined
  const none = mayBeNone ? [{ value: '', label: noneText ?? t('form.choose') }] : []
  return (
    <NativeSelect
      {...withoutReadOnly(input)}
      data={[...none, ...options]}
      value={textOf(value)}
      onChange={(event) => {
        const next = event.currentTarget.value
        set(next)
        onChosen?.(next, textOf(value))
      }}
    />
  )
}

/** A field for several of a few values. */
export function ChoicesField<C extends string>({ choices, textOf: words, ...props }: ChoiceFieldProps<C>) {
  const labels = useLabels()
  const { t } = useTranslation()
  const { value, set, input } = useField(props, 'choosing')
  return (
    <MultiSelect
      {...input}
      data={choices.map((choice) => ({
        value: choice,
        label: words?.(choice) ?? labels.value(props.name, undefined, choice),
      }))}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={set}
      clearable
      clearButtonProps={{ 'aria-label': t('form.clear') }}
    />
  )
}

export function CountryField(props: FieldProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { value, set, input } = useField(props, 'choosing')
  const data = countryCodes
    .map((code) => ({
      value: code as string,
      label: labels.value('country_code', { kind: 'country', optional: true }, code),
    }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <Select
      {...input}
      data={data}
      searchable
      clearable={!input.withAsterisk}
      allowDeselect={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clear') }}
      nothingFoundMessage={t('form.no_options')}
      value={textOf(value) || null}
      onChange={set}
    />
  )
}

export function CheckField(props: FieldProps) {
  const { value, set, input } = useField(props)
  const { withAsterisk: _, readOnly, ...rest } = input
  return (
    <Checkbox
      {...rest}
      disabled={rest.disabled || readOnly}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

/** A native select has no read-only state, so it is disabled instead. */
const withoutReadOnly = ({ readOnly, disabled, ...input }: ReturnType<typeof useField>['input']) => ({
  ...input,
  disabled: disabled || readOnly,
})
