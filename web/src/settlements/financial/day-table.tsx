import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { exactly } from '@kontor/contract/sums'
import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Day } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead, SmallTable, WordsHead } from '../../ui/table/small-table.tsx'
import type { OfCurrency } from './use-financial-report.ts'

const steps = Object.keys(settlementSteps) as SettlementStep[]

/** What became available on each day; steps that nothing moved are left out. */
export function DayTable({ of }: { of: OfCurrency }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const currency = of.currency_code
  const used = steps.filter((step) => of.days.some((day) => exactly(day.steps, step) !== 0))
  if (of.days.length === 0) return null
  return (
    <section aria-labelledby="by-day">
      <Title order={2} id="by-day" fz="md" mb="xs">
        {t('financial_report.by_day')}
      </Title>
      <SmallTable label={t('financial_report.by_day')} sticks>
        <thead>
          <tr>
            <WordsHead>{t('financial_report.available')}</WordsHead>
            {used.map((step) => (
              <NumberHead key={step}>{labels.field({ name: 'settlement' }, step)}</NumberHead>
            ))}
            <NumberHead>{t('financial_report.total')}</NumberHead>
            <NumberHead>{t('financial_report.settled')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {of.days.map((day) => (
            <tr key={day.day}>
              <td>
                <Day value={day.day} />
              </td>
              {used.map((step) => (
                <NumberCell key={step}>
                  <Money amount={exactly(day.steps, step)} currency={currency} />
                </NumberCell>
              ))}
              <NumberCell>
                <Money amount={exactly(day, 'total')} currency={currency} />
              </NumberCell>
              <NumberCell>
                <Money amount={exactly(day, 'paid')} currency={currency} />
              </NumberCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  )
}
