import { countryCodes } from '@kontor/contract/codes/countries'
import { currencyExponents } from '@kontor/contract/codes/currencies'
import { card } from '@kontor/contract/customers/card.entity'
import { customer } from '@kontor/contract/customers/customer.entity'
import { type ConditionValue, type RuleName, ruleTypeOf } from '@kontor/contract/decisions/conditions/condition.rules'
import { NativeSelect, Select, TextInput } from '@mantine/core'
import '@mantine/core/styles/ScrollArea.layer.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelatedSelect } from '../../../platform/form/related-select.tsx'
import { AmountInput } from '../../../platform/value/amount-input.tsx'
import { decimalSign } from '../../../platform/value/amount-typed.ts'
import { useLabels } from '../../../platform/value/labels.ts'
import typography from '../../../ui/words/typography.module.css'
import { useConditionWords } from '../../conditions/condition-words.ts'

interface ValueFieldProps {
  name: RuleName
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

/** The field for the value of a condition, by what the condition asks. */
export function ValueField({ name, merchant, onChange, ...props }: ValueFieldProps) {
  const { t } = useTranslation()
  const { valueText } = useConditionWords()
  const { value, currency, ...input } = props
  const { kind, values } = ruleTypeOf(name)
  const own = { name, onChange, ...props }
  if (name === 'amount') return <AmountValueField {...own} />
  if (name === 'card' || name === 'customer')
    return (
      <RelatedSelect
        {...input}
        target={name === 'card' ? card : customer}
        query={merchant ? { merchant } : {}}
        value={typeof value === 'string' ? value : ''}
        onChange={(id) => onChange(id || null)}
      />
    )
  if (name === 'country_code' || name === 'currency_code') return <CodeField {...own} />
  if (name === 'random' || name === 'card_bin' || name === 'mcc') return <TypedField {...own} />
  const choices = kind === 'boolean' ? [true, false] : (values ?? [])
  return (
    <NativeSelect
      {...input}
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: t('form.choose') },
        ...choices.map((each) => ({ value: String(each), label: valueText(name, each, { currency }) })),
      ]}
      onChange={({ currentTarget }) => onChange(choices.find((each) => String(each) === currentTarget.value) ?? null)}
    />
  )
}

type OwnProps = Omit<ValueFieldProps, 'merchant'>

/** What is no amount counts as missing, and stays as typed. */
function AmountValueField({ name: _, value, onChange, ...input }: OwnProps) {
  const [isInvalid, setInvalid] = useState(false)
  return (
    <AmountInput
      {...input}
      value={typeof value === 'number' ? value : isInvalid ? 'invalid' : null}
      onChange={(typed) => {
        setInvalid(typed === 'invalid')
        onChange(typed === 'invalid' ? null : typed)
      }}
    />
  )
}

function CodeField({ name, value, currency: _, onChange, ...input }: OwnProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const codes = name === 'country_code' ? countryCodes : Object.keys(currencyExponents)
  const kind = name === 'country_code' ? 'country' : 'currency'
  const data = codes
    .map((code) => ({ value: String(code), label: labels.value(name, { kind, optional: false }, code) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <Select
      {...input}
      data={data}
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

/** A number or a code that is typed: per cents, the first digits of a card, the number of a merchant category. */
function TypedField({ name, value, currency: _, onChange, ...input }: OwnProps) {
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
      placeholder={name === 'card_bin' ? '411111' : name === 'mcc' ? '5411' : undefined}
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

/** Null: what is typed is no value, or not one yet. */
function typedValue(name: RuleName, typed: string): ConditionValue | null {
  if (name === 'mcc') return typed === '' ? null : typed
  if (name === 'random') return /^\d{1,3}([.,]\d{0,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : null
  return /^\d{1,8}$/.test(typed) ? Number(typed) : null
}
