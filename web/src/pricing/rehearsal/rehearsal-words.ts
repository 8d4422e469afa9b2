import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../platform/value/instant.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { Rehearsal } from './rehearsal-row.ts'

/** "2026-10-01" as "oktober 2026". */
export const monthName = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))

/** The words of a rehearsal. */
export function useRehearsalWords() {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const { time_zone: zone } = useViewer()

  function spanOf({ first_day, last_day }: Rehearsal): string {
    const [from, to] = [monthName(first_day, i18n.language), monthName(last_day, i18n.language)]
    return from === to ? from : `${from} – ${to}`
  }
  const differenceOf = ({ totals }: Rehearsal): string =>
    totals
      .map((of) => {
        const difference = exactly(of, 'difference') ?? 0
        return `${BigInt(difference) > 0n ? '+' : ''}${money(difference, of.currency_code)}`
      })
      .join(', ') || '0'
  const at = ({ finished_at, created_at }: Rehearsal): string =>
    formatInstant(finished_at ?? created_at, i18n.language, zone)

  return {
    spanOf,
    differenceOf,
    nameOf: (of: Rehearsal): string =>
      `${at(of)} · ${spanOf(of)}${of.is_portfolio ? '' : ` · ${t('rehearsal.of_chosen', { count: of.merchants })}`}`,
    /** "Rehearsed on …, difference …" */
    summaryOf: (of: Rehearsal): string => t('rehearsal.summary', { at: at(of), difference: differenceOf(of) }),
  }
}
