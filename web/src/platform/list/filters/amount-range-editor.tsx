import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { exponentOf, isCurrencyCode } from '@kontor/contract/money'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '../../value/amount-input.tsx'
import { type AmountValue, amountIn } from '../../value/amount-typed.ts'
import { useCurrencies } from '../../value/use-currencies.ts'
import { boundOf, type FilterOf, valuesOf, withRange, withValues } from '../address/list-search.ts'

interface AmountRangeEditorProps {
  entity: Entity
  filter: FilterOf
  search: Query
  onChange: (search: Query) => void
}

/**
 * Two inclusive bounds. An amount only has a meaning in its currency: 1,000 yen and 10.00 euros are both 1000. The
 * range therefore sets the currency filter too, if the entity has one.
 */
export function AmountRangeEditor({ entity, filter, search, onChange }: AmountRangeEditorProps) {
  const { t } = useTranslation()
  const currencyField = filter.field.currency ?? 'currency_code'
  const [known] = valuesOf(search, currencyField)
  const [chosen, setCurrency] = useState<string | undefined>(known && isCurrencyCode(known) ? known : undefined)
  const offered = useCurrencies() ?? []
  const currency = chosen ?? offered[0] ?? 'EUR'
  const [from, setFrom] = useState<AmountValue>(amountOf(boundOf(search, filter.name, '>')))
  const [to, setTo] = useState<AmountValue>(amountOf(boundOf(search, filter.name, '<')))
  const [isChecked, setChecked] = useState(false)
  const isReversed = typeof from === 'number' && typeof to === 'number' && from > to
  const invalid = t('filter.amount_invalid', { decimals: exponentOf(currency) })

  // What is typed is in the currency that is shown, also when others are offered meanwhile.
  const typed = (set: (amount: AmountValue) => void) => (amount: AmountValue) => {
    setCurrency(currency)
    set(amount)
  }

  function choose(next: string) {
    setCurrency(next)
    setFrom(amountIn(from, currency, next))
    setTo(amountIn(to, currency, next))
  }

  function apply() {
    setChecked(true)
    if (from === 'invalid' || to === 'invalid' || isReversed) return
    const isEmpty = from === null && to === null
    const ranged = withRange(search, filter.name, from?.toString(), to?.toString())
    const kind = entity.filters[currencyField]
    onChange(kind && !isEmpty ? withValues(ranged, { name: currencyField, kind }, [currency]) : ranged)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Stack gap="xs" w={240}>
        <NativeSelect
          size="xs"
          label={t('filter.currency')}
          value={currency}
          data={[...new Set([...offered, currency])]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <AmountInput
          size="xs"
          label={t('filter.from')}
          currency={currency}
          value={from}
          onChange={typed(setFrom)}
          error={isChecked && from === 'invalid' ? invalid : undefined}
          data-autofocus
        />
        <AmountInput
          size="xs"
          label={t('filter.to')}
          currency={currency}
          value={to}
          onChange={typed(setTo)}
          error={isChecked && (to === 'invalid' ? invalid : isReversed && t('filter.range_reversed'))}
        />
        <Button type="submit" size="xs">
          {t('action.apply')}
        </Button>
      </Stack>
    </form>
  )
}

const amountOf = (bound: string | undefined): AmountValue => (bound === undefined ? null : Number(bound))
