import { exactly } from '@kontor/contract/sums'
import { Popover, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../../platform/value/use-money.ts'
import dataTable from '../../ui/table/data-table.module.css'
import quietLink from '../../ui/words/quiet-link.module.css'
import typography from '../../ui/words/typography.module.css'
import type { Conversion } from './conversion.ts'
import styles from './rates-note.module.css'
import { useFormats } from './use-formats.ts'

interface RatesNoteProps {
  currency: string
  conversion: Conversion
}

/** The exchange rates of the conversion, with their day, and the amounts that have no rate. */
export function RatesNote({ currency, conversion: { rates, without_rate } }: RatesNoteProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const { count } = useFormats('')
  const day = useDay()
  const days = [...new Set(rates.map((rate) => rate.day))].sort()
  const missing = without_rate.filter((each) => each.count > 0)
  const between = days.length > 1 ? t('filter.between', { from: day(days[0]), to: day(days.at(-1)) }) : day(days[0])
  return (
    <>
      {rates.length > 0 && (
        <span className={typography.sub}>
          {t('dashboard.converted', { currency, days: between })} <RatesTable rates={rates} />
        </span>
      )}
      {rates.length === 0 && missing.length === 0 && (
        <span className={typography.sub}>{t('dashboard.nothing_converted', { currency })}</span>
      )}
      {missing.length > 0 && (
        <span className={typography.sub} role="note">
          {t('dashboard.without_rate', {
            amounts: missing
              .map((each) => `${money(exactly(each, 'volume') ?? 0, each.currency_code)} (${count(each.count)})`)
              .join(', '),
          })}
        </span>
      )}
    </>
  )
}

/** A button that shows all rates. */
export function RatesTable({ rates }: Pick<Conversion, 'rates'>) {
  const { t } = useTranslation(['main', 'fields'])
  const day = useDay()
  const rate = useRate()
  const sources = [...new Set(rates.map(({ source }) => source))]
  return (
    <Popover position="bottom-start" withinPortal trapFocus returnFocus shadow="md">
      <Popover.Target>
        <UnstyledButton className={`${quietLink.link} ${styles.button}`}>{t('dashboard.show_rates')}</UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('dashboard.rates')} className={styles.rates}>
        <table className={dataTable.table} aria-label={t('dashboard.rates')}>
          <thead>
            <tr>
              <th scope="col">{t('fields:currency_code')}</th>
              <th scope="col" data-right>
                {t('dashboard.per_euro')}
              </th>
              <th scope="col">{t('dashboard.rate_day')}</th>
            </tr>
          </thead>
          <tbody>
            {rates.map((each) => (
              <tr key={each.currency_code}>
                <td>{each.currency_code}</td>
                <td data-right>{rate(each.per_euro)}</td>
                <td>{day(each.day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={typography.sub}>{t('dashboard.rates_of', { source: sources.join(', ') })}</p>
        <p className={typography.sub}>{t('dashboard.rates_rule')}</p>
      </Popover.Dropdown>
    </Popover>
  )
}

function useDay() {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (day: string | undefined) => (day ? format.format(new Date(`${day}T00:00:00Z`)) : '')
}

/** Formats a rate with every published digit. */
function useRate() {
  const { i18n } = useTranslation()
  return (text: string) => {
    const digits = text.split('.')[1]?.length ?? 0
    const format = new Intl.NumberFormat(i18n.language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    return format.format(text as Intl.StringNumericLiteral)
  }
}
