import { useTranslation } from 'react-i18next'
import type { Conversion } from './conversion.ts'

/** The currencies with rows in the range, and the currency of the figures. */
export interface MoneyReply {
  currency_code: string
  base_currency: string
  conversion: Conversion | null
  currencies: readonly { currency_code: string; count: number }[]
}

/** A choice of one currency, or of all in the base currency. */
export function useCurrencyChoice({ currency_code, base_currency, conversion, currencies }: MoneyReply) {
  const { t } = useTranslation()
  const found = currencies.map((each) => each.currency_code)
  const codes = conversion ? found : [...new Set([...found, currency_code])]
  const hasOthers = conversion !== null || found.some((code) => code !== base_currency)
  const all = { value: 'base', label: t('dashboard.all_in', { currency: base_currency }) }
  return {
    value: conversion ? all.value : currency_code,
    data: [...codes.map((code) => ({ value: code, label: code })), ...(hasOthers ? [all] : [])],
  }
}
