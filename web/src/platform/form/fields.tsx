import { countryCodes } from '@kontor/contract/countries'
import { exponentOf } from '@kontor/contract/money'
import { Checkbox, MultiSelect, NativeSelect, Select, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '../value/amount-input.tsx'
import type { AmountValue } from '../value/amount-typed.ts'
import { useLabels } from '../value/labels.ts'
import { useRecordForm } from './record-form.tsx'

export interface FieldProps {
  /** In the command's body. */
  name: string
  /** When the words of the field's name are not enough. */
  label?: string
  description?: ReactNode
  disabled?: boolean
  autoFocus?: boolean
}

/** What every field is made with: label, help, error, whether it must be filled in. */
export function useField({ name, label, description, disabled, autoFocus }: FieldProps) {
  const { form, entity, errorOf, isRequired, isFixed } = useRecordForm()
  const labels = useLabels()
  const { onBlur } = form.getInputProps(name)
  return {
    value: form.values[name],
    set: (value: unknown) => form.setFieldValue(name, value),
    input: {
      label: label ?? labels.field(entity, name),
      description,
      withAsterisk: isRequired(name),
      error: errorOf(name),
      disabled: disabled ?? false,
      readOnly: isFixed,
      onBlur,
      ...(autoFocus ? { 'data-autofocus': true } : {}),
    },
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'tel' | 'url'
  maxLength?: number
  placeholder?: string
}

export function TextField({ type = 'text', maxLength, placeholder, ...props }: TextFieldProps) {
  const { value, set, input } = useField(props)
  return (
    <TextInput
      {...input}
      type={type}
      autoComplete="off"
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value)}
      {...(maxLength ? { maxLength } : {})}
      {...(placeholder ? { placeholder } : {})}
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

/** A whole number. What is not one stays as typed, for the schema to refuse. */
export function IntegerField(props: FieldProps) {
  const { value, set, input } = useField(props)
  return (
    <TextInput
      {...input}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: 'tabular' }}
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
  /** Whatever the command's own schema says of it. */
  isRequired?: boolean
}

/** An amount in minor units of the currency, which may depend on another field. */
export function AmountField({ currency, isRequired, ...props }: AmountFieldProps) {
  const { t } = useTranslation()
  const { value, set, input } = useField(props)
  const isInvalid = value === 'invalid' && input.error
  return (
    <AmountInput
      {...input}
      withAsterisk={isRequired ?? input.withAsterisk}
      currency={currency}
      value={value as AmountValue}
      onChange={set}
      error={isInvalid ? t('form.amount_invalid', { count: exponentOf(currency) }) : input.error}
    />
  )
}

interface ChoiceFieldProps<C extends string> extends FieldProps {
  choices: readonly C[]
  /** The words of a choice, when they are not those of the entity's field. */
  textOf?: (choice: C) => string
}

/** One of a few. */
export function ChoiceField<C extends string>({
  choices,
  textOf: words,
  onChosen,
  noneText,
  ...props
}: ChoiceFieldProps<C> & {
  /** What it means to choose none, where that means something. */
  noneText?: string
  /** For fields that mean something else from now on. */
  onChosen?: () => void
}) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { takesNothing } = useRecordForm()
  const { value, set, input } = useField(props)
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
        set(event.currentTarget.value)
        onChosen?.()
      }}
    />
  )
}

/** Several of a few. */
export function ChoicesField<C extends string>({ choices, textOf: words, ...props }: ChoiceFieldProps<C>) {
  const labels = useLabels()
  const { t } = useTranslation()
  const { value, set, input } = useField(props)
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
  const { value, set, input } = useField(props)
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

/** A native select cannot be read-only: it is switched off instead. */
const withoutReadOnly = ({ readOnly, disabled, ...input }: ReturnType<typeof useField>['input']) => ({
  ...input,
  disabled: disabled || readOnly,
})
