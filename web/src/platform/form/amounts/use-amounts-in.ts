import { amountIn } from '../../value/amount-typed.ts'
import { useRecordForm } from '../record-form.tsx'

/**
 * Writes the amounts of these fields in another currency. Whoever lets people choose the currency calls it with the one
 * before and the one after: nobody else knows of a number in minor units which of the two it is in.
 */
export function useAmountsIn(names: readonly string[]): (from: string, to: string) => void {
  const { form } = useRecordForm()
  return (from, to) => {
    for (const name of names) {
      const amount = form.values[name]
      if (typeof amount === 'number') form.setFieldValue(name, amountIn(amount, from, to))
    }
  }
}
