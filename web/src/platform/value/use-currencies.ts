import { currencyExponents } from '@kontor/contract/codes/currencies'
import { currenciesInUseEndpoint } from '@kontor/contract/platform/currency.endpoints'
import { useRead } from '../api/reading.ts'

const everyCurrency = Object.keys(currencyExponents)

/** The currencies that the view's shops use, the most used first; all when they cannot be read. Undefined: not yet. */
export function useCurrencies({ enabled = true } = {}): readonly string[] | undefined {
  const { data, isError } = useRead(currenciesInUseEndpoint, { enabled })
  return isError || data?.length === 0 ? everyCurrency : data?.map(({ currency_code }) => currency_code)
}
