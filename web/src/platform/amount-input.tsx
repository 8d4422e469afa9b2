import { decimalOf, exponentOf, minorUnitsOf } from '@kontor/contract/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  currency: string
  /** In minor units; null is empty, `invalid` what is not an amount of this currency. */
  value?: AmountValue
  onChange: (value: AmountValue) => void
}

export type AmountValue = number | null | 'invalid'

/** An amount typed in the reader's language with the decimals of the currency: JPY none, EUR 2, KWD 3. */
export function AmountInput({ currency, value = null, onChange, ...props }: AmountInputProps) {
  const { i18n } = useTranslation()
  const [draft, setDraft] = useState<{ text: string; value: AmountValue }>()
  // What was typed is shown as typed until somebody else changes the value.
  const text = draft && draft.value === value ? draft.text : textOf(value, currency, i18n.language)
  return (
    <TextInput
      inputMode={exponentOf(currency) === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      leftSection={<span aria-hidden="true">{currency}</span>}
      leftSectionWidth={48}
      classNames={{ input: 'tabular' }}
      {...props}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const next = amountTyped(typed, currency, i18n.language)
        setDraft({ text: typed, value: next })
        onChange(next)
      }}
      onBlur={(event) => {
        if (value !== 'invalid') setDraft(undefined)
        props.onBlur?.(event)
      }}
    />
  )
}

/** "1.234,56" in nl and "1,234.56" in en-US are 123456 of EUR. A single sign followed by decimals is read as the decimal sign. */
export function amountTyped(typed: string, currency: string, language: string): AmountValue {
  const text = typed.replace(/[\s\u00A0\u202F]/g, '')
  if (text === '') return null
  const plain = plainDecimal(text, exponentOf(currency), decimalSign(language))
  return plain === undefined ? 'invalid' : (minorUnitsOf(plain, currency) ?? 'invalid')
}

function plainDecimal(text: string, exponent: number, sign: string): string | undefined {
  const group = sign === ',' ? '.' : ','
  const grouped = new RegExp(`^\\d{1,3}(\\${group}\\d{3})+(\\${sign}\\d*)?$`)
  if (grouped.test(text)) return text.replaceAll(group, '').replace(sign, '.')
  if (/^\d+$/.test(text)) return text
  // The other language's sign cannot be a group here: 12.50 typed by a Dutch reader is twelve and a half.
  const match = /^(\d*)[.,](\d*)$/.exec(text)
  return match && exponent > 0 && (match[1] || match[2]) ? `${match[1] || '0'}.${match[2]}` : undefined
}

const decimalSign = (language: string): string =>
  new Intl.NumberFormat(language).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'

function textOf(value: AmountValue, currency: string, language: string): string {
  if (typeof value !== 'number') return ''
  return decimalOf(value, currency).replace('.', decimalSign(language))
}
