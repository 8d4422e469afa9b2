import { countryCodes } from '@kontor/contract/codes/countries'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import {
  type ConditionValue,
  type RuleName,
  ruleTypeOf,
  type SingleValue,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { decimalOf } from '@kontor/contract/money'
import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { amountTyped } from '../../platform/value/amount-typed.ts'
import { useConditionWords } from '../conditions/condition-words.ts'
import { ValueField } from '../routings/editor/value-field.tsx'
import type { RuleDraft } from './rule-rows.tsx'

interface RuleValueProps {
  row: RuleDraft
  /** The merchant whose customers and cards can be chosen. */
  merchant: string | undefined
  currency: string
  error: ReactNode
  isFixed: boolean
  onChange: (value: ConditionValue | null) => void
}

/** The value of a rule: one, or several with the operators IN and NOT_IN. */
export function RuleValue({ row, merchant, currency, error, isFixed, onChange }: RuleValueProps) {
  const { t } = useTranslation()
  const { name, operator, value } = row
  const input = { label: t('conditions.value'), error, disabled: isFixed }
  if (name === null || operator === null) return <TextInput {...input} disabled />
  if (operator === 'IN' || operator === 'NOT_IN')
    return <ValuesField name={name} values={listOf(value)} currency={currency} {...input} onChange={onChange} />
  if (name === 'recurring_type') return <SeriesField value={value} {...input} onChange={onChange} />
  return <ValueField name={name} value={value} currency={currency} merchant={merchant} {...input} onChange={onChange} />
}

const listOf = (value: ConditionValue | null): readonly SingleValue[] =>
  value === null ? [] : typeof value === 'object' ? value : [value]

interface Input {
  label: string
  error: ReactNode
  disabled: boolean
  onChange: (value: ConditionValue | null) => void
}

/** The empty value stands for a payment that is in no series. */
function SeriesField({ value, onChange, ...input }: Input & { value: ConditionValue | null }) {
  const { t } = useTranslation()
  const { valueText } = useConditionWords()
  const choices = ruleTypeOf('recurring_type').values ?? []
  return (
    <NativeSelect
      {...input}
      value={value === null ? 'none' : value === '' ? 'empty' : String(value)}
      data={[
        ...(value === null ? [{ value: 'none', label: t('form.choose') }] : []),
        ...choices.map((each) => ({
          value: each || 'empty',
          label: valueText('recurring_type', each, { currency: '' }),
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'empty' ? '' : currentTarget.value)}
    />
  )
}

interface ValuesProps extends Input {
  name: RuleName
  values: readonly SingleValue[]
  currency: string
}

/** Several values: chosen where they are few or have a name, otherwise typed, each with Enter. */
function ValuesField({ name, values, currency, onChange, ...input }: ValuesProps) {
  const { t } = useTranslation()
  const { valueText } = useConditionWords()
  const choices = choicesOf(name)
  if (!choices) return <TypedValues name={name} values={values} currency={currency} onChange={onChange} {...input} />
  const known = (each: SingleValue) => String(each) || 'empty'
  return (
    <MultiSelect
      {...input}
      searchable
      openOnFocus={false}
      limit={100}
      nothingFoundMessage={t('form.no_options')}
      {...(values.length === 0 ? { placeholder: t('form.choose') } : {})}
      data={choices.map((each) => ({ value: known(each), label: valueText(name, each, { currency }) }))}
      value={values.map(known)}
      onChange={(chosen) => onChange(chosen.map((each) => (each === 'empty' ? '' : each)))}
    />
  )
}

function choicesOf(name: RuleName): readonly string[] | undefined {
  if (name === 'country_code') return countryCodes
  if (name === 'currency_code') return Object.keys(currencyExponents)
  return ruleTypeOf(name).values
}

function TypedValues({ name, values, currency, onChange, ...input }: ValuesProps) {
  const { t, i18n } = useTranslation()
  const shown = (each: SingleValue) =>
    name === 'amount' && typeof each === 'number' ? decimalOf(each, currency || 'EUR') : String(each)
  return (
    <TagsInput
      {...input}
      description={t('rulesets.values_help')}
      splitChars={name === 'amount' ? [';'] : [',', ' ', ';']}
      acceptValueOnBlur
      value={values.map(shown)}
      onChange={(typed) =>
        onChange(
          typed.map(
            (each) => values.find((one) => shown(one) === each) ?? valueTyped(name, each, currency, i18n.language),
          ),
        )
      }
    />
  )
}

/** What is no value stays as typed, and the schema refuses it. */
function valueTyped(name: RuleName, typed: string, currency: string, language: string): SingleValue {
  if (name === 'card_bin') return /^\d{1,8}$/.test(typed) ? Number(typed) : typed
  if (name !== 'amount') return typed.trim().toLowerCase()
  const amount = amountTyped(typed, currency || 'EUR', language)
  return typeof amount === 'number' ? amount : typed
}
