import { decimalOf, decimalSign, exponentOf } from '@kontor/contract/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
import { type AmountValue, amountTyped } from './amount-typed.ts'

interface AmountInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  currency: string
  /** Minor units; null when empty, `invalid` when the text is not an amount of this currency. */
  value?: AmountValue
  onChange: (value: AmountValue) => void
}

/** An amount, typed in the reader's language with the currency's decimals: JPY none, EUR 2, KWD 3. */
export function AmountInput({ currency, value = null, onChange, ...props }: AmountInputProps) {
  const { i18n } = useTranslation()
  const [draft, setDraft] = useState<{ text: string; value: AmountValue }>()
  // The typed text stays until the value is changed from outside. An amount that another currency does not have stays
  // too, so that it can be mended.
  const isTyped = draft !== undefined && draft.value === value
  const [shown, setShown] = useState('')
  const text = isTyped ? draft.text : value === 'invalid' ? shown : textOf(value, currency, i18n.language)
  if (text !== shown) setShown(text)
  const readAgain = useEffectEvent(() => {
    if (value !== 'invalid' || text === '') return
    const next = amountTyped(text, currency, i18n.language)
    if (next !== 'invalid') onChange(next)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is no amount may be one in another currency
  useEffect(() => readAgain(), [currency])
  return (
    <TextInput
      inputMode={exponentOf(currency) === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      leftSection={<span aria-hidden="true">{currency}</span>}
      leftSectionWidth={48}
      classNames={{ input: typography.tabular }}
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

function textOf(value: AmountValue, currency: string, language: string): string {
  if (typeof value !== 'number') return ''
  return decimalOf(value, currency).replace('.', decimalSign(language))
}
