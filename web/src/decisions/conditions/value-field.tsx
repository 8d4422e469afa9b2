import { countryCodes } from '@kontor/contract/codes/countries'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import { card } from '@kontor/contract/customers/card.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import {
  type ConditionValue,
  type Operator,
  type RuleName,
  ruleTypeOf,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { NativeSelect, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { Entity } from '@kontor/contract/entity'
import { decimalSign } from '@kontor/contract/money'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCategories } from '../../organisations/category-field.tsx'
import { RelatedSelect } from '../../platform/form/related/related-select.tsx'
import { AmountInput } from '../../platform/value/amount-input.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import { useConditionWords } from './condition-words.ts'
import { ValuesField } from './values-field.tsx'

interface ValueFieldProps {
  name: RuleName
  /** Absent for a fact, which is one value. */
  operator?: Operator
  value: ConditionValue | null
  /** The currency of amounts. */
  currency: string
  /** The merchant whose customers and cards can be chosen. */
  merchant: string | undefined
  label: string
  error: ReactNode
  disabled: boolean
  onChange: (value: ConditionValue | null) => void
}

/** The field for the value of a condition, or for what a payment is, by what the condition asks. */
export function ValueField({ operator, merchant, ...props }: ValueFieldProps) {
  const { name } = props
  if (operator === 'IN' || operator === 'NOT_IN') return <ValuesField {...props} merchant={merchant} />
  if (name === 'amount') return <AmountValueField {...props} />
  if (name === 'card' || name === 'customer')
    return <RowValueField {...props} target={name === 'card' ? card : customer} merchant={merchant} />
  if (name === 'country_code' || name === 'currency_code') return <CodeField {...props} />
  if (name === 'mcc') return <CategoryValueField {...props} />
  if (name === 'random' || name === 'card_bin') return <TypedField {...props} />
  return <ChosenField {...props} />
}

type OneValueProps = Omit<ValueFieldProps, 'merchant' | 'operator'>

interface RowValueProps extends OneValueProps {
  target: Entity
  merchant: string | undefined
}

/** A card or a customer, found by its name or its id. Whoever may not list them types the id. */
function RowValueField({ name: _, target, merchant, value, currency: __, onChange, ...input }: RowValueProps) {
  const id = typeof value === 'string' ? value : ''
  const change = (next: string) => onChange(next.trim() || null)
  if (!useMay(target.roles.list))
    return <TextInput {...input} value={id} onChange={({ currentTarget }) => change(currentTarget.value)} />
  return <RelatedSelect {...input} target={target} query={merchant ? { merchant } : {}} value={id} onChange={change} />
}

/** One of few values. The empty one stands for a payment that is in no series. */
function ChosenField({ name, value, currency, onChange, ...input }: OneValueProps) {
  const { t } = useTranslation()
  const { valueText } = useConditionWords()
  const { kind, values } = ruleTypeOf(name)
  const choices = kind === 'boolean' ? [true, false] : (values ?? [])
  const keyOf = (each: ConditionValue) => String(each) || 'empty'
  return (
    <NativeSelect
      {...input}
      value={value === null ? '' : keyOf(value)}
      data={[
        { value: '', label: t('form.choose') },
        ...choices.map((each) => ({ value: keyOf(each), label: valueText(name, each, { currency }) })),
      ]}
      onChange={({ currentTarget }) => onChange(choices.find((each) => keyOf(each) === currentTarget.value) ?? null)}
    />
  )
}

/** What is no amount is a word among the values, which the check of the condition refuses. */
const AmountValueField = ({ name: _, value, onChange, ...input }: OneValueProps) => (
  <AmountInput
    {...input}
    value={typeof value === 'number' ? value : value === null ? null : 'invalid'}
    onChange={onChange}
  />
)

function CodeField(props: OneValueProps) {
  const labels = useLabels()
  const isCountry = props.name === 'country_code'
  const codes = isCountry ? countryCodes : Object.keys(currencyExponents)
  const kind = isCountry ? 'country' : 'currency'
  const options = codes
    .map((code) => ({ value: String(code), label: labels.value(props.name, { kind, optional: false }, code) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return <SearchedValueField {...props} options={options} />
}

function CategoryValueField(props: OneValueProps) {
  const { options } = useCategories()
  return <SearchedValueField {...props} options={options} />
}

interface SearchedValueProps extends OneValueProps {
  options: { value: string; label: string }[]
}

function SearchedValueField({ name: _, value, currency: __, onChange, options, ...input }: SearchedValueProps) {
  const { t } = useTranslation()
  return (
    <Select
      {...input}
      data={options}
      searchable
      openOnFocus={false}
      limit={100}
      allowDeselect={false}
      placeholder={t('form.choose')}
      nothingFoundMessage={t('form.no_options')}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}

/** A number that is typed: per cents, and the first digits of a card. */
function TypedField({ name, value, currency: _, onChange, ...input }: OneValueProps) {
  const { t, i18n } = useTranslation()
  const [draft, setDraft] = useState<{ text: string; value: ConditionValue | null }>()
  const sign = decimalSign(i18n.language)
  const text = draft && draft.value === value ? draft.text : value === null ? '' : String(value).replace('.', sign)
  return (
    <TextInput
      {...input}
      inputMode={name === 'random' ? 'decimal' : 'numeric'}
      autoComplete="off"
      classNames={{ input: typography.tabular }}
      description={name === 'random' ? t('conditions.random_help') : undefined}
      placeholder={name === 'card_bin' ? '411111' : undefined}
      rightSection={name === 'random' ? <span aria-hidden="true">%</span> : undefined}
      value={text}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value
        const next = typedValue(name, typed.trim())
        setDraft({ text: typed, value: next })
        onChange(next)
      }}
    />
  )
}

/** What is no number stays as typed, and the check of the condition refuses it. */
function typedValue(name: RuleName, typed: string): ConditionValue | null {
  if (typed === '') return null
  if (name === 'random') return /^\d+([.,]\d*)?$/.test(typed) ? Number(typed.replace(',', '.')) : typed
  return /^\d{1,15}$/.test(typed) ? Number(typed) : typed
}
