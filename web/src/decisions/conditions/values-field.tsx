import { countryCodes } from '@kontor/contract/codes/countries'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import { card } from '@kontor/contract/customers/card.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import {
  type ConditionValue,
  type RuleName,
  ruleTypeOf,
  type SingleValue,
} from '@kontor/contract/decisions/conditions/condition.rules'
import type { Entity } from '@kontor/contract/entity'
import { decimalOf } from '@kontor/contract/money'
import { MultiSelect, TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCategories } from '../../organisations/category-field.tsx'
import { RelatedValues } from '../../platform/form/related/related-values.tsx'
import { amountTyped } from '../../platform/value/amount-typed.ts'
import { useMay } from '../../platform/viewer.ts'
import { takenOnLeaving } from '../../ui/keep-field.ts'
import { useConditionWords } from './condition-words.ts'

interface ValuesProps {
  name: RuleName
  value: ConditionValue | null
  currency: string
  /** The merchant whose customers and cards can be chosen. */
  merchant: string | undefined
  label: string
  error: ReactNode
  disabled: boolean
  onChange: (value: ConditionValue | null) => void
}

/** Several values: chosen where they are few or have a name, otherwise typed, each with Enter. */
export function ValuesField(props: ValuesProps) {
  const mayListCards = useMay(card.roles.list)
  const mayListCustomers = useMay(customer.roles.list)
  if (props.name === 'card' && mayListCards) return <PayerValues {...props} target={card} />
  if (props.name === 'customer' && mayListCustomers) return <PayerValues {...props} target={customer} />
  if (props.name === 'mcc') return <CategoryValues {...props} />
  const choices = choicesOf(props.name)
  return choices ? <ChosenValues {...props} choices={choices} /> : <TypedValues {...props} />
}

const listOf = (value: ConditionValue | null): readonly SingleValue[] =>
  value === null ? [] : typeof value === 'object' ? value : [value]

function choicesOf(name: RuleName): readonly string[] | undefined {
  if (name === 'country_code') return countryCodes
  if (name === 'currency_code') return Object.keys(currencyExponents)
  return ruleTypeOf(name).values
}

function ChosenValues({ choices, ...props }: ValuesProps & { choices: readonly string[] }) {
  const { name, currency } = props
  const { valueText } = useConditionWords()
  const options = choices.map((each) => ({ value: keyOf(each), label: valueText(name, each, { currency }) }))
  return <SearchedValues {...props} options={options} />
}

function PayerValues({ name: _, value, currency: __, merchant, target, ...props }: ValuesProps & { target: Entity }) {
  const values = listOf(value).map(String)
  return <RelatedValues {...props} target={target} query={merchant ? { merchant } : {}} values={values} />
}

function CategoryValues(props: ValuesProps) {
  const { options } = useCategories()
  return <SearchedValues {...props} options={options} />
}

/** The empty value stands for a payment that is in no series. */
const keyOf = (value: SingleValue): string => String(value) || 'empty'

interface SearchedProps extends ValuesProps {
  options: { value: string; label: string }[]
}

function SearchedValues({ name: _, value, currency: __, merchant: ___, onChange, options, ...input }: SearchedProps) {
  const { t } = useTranslation()
  const values = listOf(value)
  return (
    <MultiSelect
      {...input}
      searchable
      openOnFocus={false}
      limit={100}
      nothingFoundMessage={t('form.no_options')}
      {...(values.length === 0 ? { placeholder: t('form.choose') } : {})}
      data={options}
      value={values.map(keyOf)}
      onChange={(chosen) => onChange(chosen.map((each) => (each === 'empty' ? '' : each)))}
    />
  )
}

function TypedValues({ name, value, currency, merchant: _, onChange, ...input }: ValuesProps) {
  const { t, i18n } = useTranslation()
  const values = listOf(value)
  const shown = (each: SingleValue) =>
    name === 'amount' && typeof each === 'number' ? decimalOf(each, currency) : String(each)
  return (
    <TagsInput
      {...input}
      description={t('rulesets.values_help')}
      splitChars={name === 'amount' ? [';'] : [',', ' ', ';']}
      acceptValueOnBlur
      {...takenOnLeaving}
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
  const amount = amountTyped(typed, currency, language)
  return typeof amount === 'number' ? amount : typed
}
