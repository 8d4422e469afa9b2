import { currencyExponents } from '@kontor/contract/codes/currencies'
import type { FieldProps } from '../fields.tsx'
import { SearchedField } from '../searched-field.tsx'
import { useAmountsIn } from './use-amounts-in.ts'

const currencies = Object.keys(currencyExponents).map((value) => ({ value, label: value }))

interface CurrencyFieldProps extends Partial<FieldProps> {
  /** A currency that cannot be chosen. */
  without?: string
  /** The fields whose amounts are in this currency. */
  amounts?: readonly string[]
  /** Called when another currency is chosen, for what has amounts without being a field of an amount. */
  onChosen?: (from: string, to: string) => void
}

/** A field for one of all currencies. What is typed as an amount in it keeps its decimal value. */
export function CurrencyField({ without, amounts = [], onChosen, ...props }: CurrencyFieldProps) {
  const convert = useAmountsIn(amounts)
  return (
    <SearchedField
      name="currency_code"
      options={without === undefined ? currencies : currencies.filter(({ value }) => value !== without)}
      isRequired
      {...props}
      onChosen={(to, from) => {
        convert(from, to)
        onChosen?.(from, to)
      }}
    />
  )
}
