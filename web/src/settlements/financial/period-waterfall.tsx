import { plusDays } from '@kontor/contract/dates'
import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { useSettlementsRoute } from '../../ledger/settlement-link.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useScreens } from '../../platform/screen/use-screen.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { Waterfall } from '../waterfall.tsx'
import type { FinancialReport, OfCurrency } from './use-financial-report.ts'

const steps = Object.keys(settlementSteps) as SettlementStep[]

interface PeriodWaterfallProps {
  of: OfCurrency
  days: Pick<FinancialReport, 'from' | 'to'>
}

/**
 * From what was available at the beginning of the period to what is at its end. Each step opens the transfers, and what was settled
 * the settlements, of which it is the sum.
 */
export function PeriodWaterfall({ of, days: { from, to } }: PeriodWaterfallProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const route: string = useSettlementsRoute()
  const transfers = useScreens().find((screen) => screen.kind === 'list' && screen.entity === 'transfer')
  const currencies = [of.currency_code]
  const moved = steps
    .map((step) => ({ name: step, label: labels.field({ name: 'settlement' }, step), amount: exactly(of.steps, step) }))
    .filter(({ amount }) => amount !== 0)
    .map((step) => ({
      ...step,
      label: transfers ? (
        <AnchorLink
          to={transfers.route}
          search={{
            ...{ 'available_on>': from, 'available_on<': to, 'currency_code[]': currencies },
            'kind[]': [...settlementSteps[step.name]],
          }}
        >
          {step.label}
        </AnchorLink>
      ) : (
        step.label
      ),
    }))
  const paid = exactly(of, 'paid')
  return (
    <Waterfall
      label={t('financial_report.waterfall')}
      currency={of.currency_code}
      opening={{ name: 'opening', label: t('financial_report.opening'), amount: exactly(of, 'opening') }}
      steps={[
        ...moved,
        ...(paid === 0
          ? []
          : [
              {
                name: 'paid',
                label: (
                  <AnchorLink
                    to={route}
                    search={{
                      // It is settled on the day after the last one that it covers.
                      ...{ 'covers_through>': plusDays(from, -1), 'covers_through<': plusDays(to, -1) },
                      'currency_code[]': currencies,
                    }}
                  >
                    {t('financial_report.settled')}
                  </AnchorLink>
                ),
                amount: negative(paid),
              },
            ]),
      ]}
      closing={{ name: 'closing', label: t('financial_report.closing'), amount: exactly(of, 'closing') }}
    />
  )
}

/** A sum that no number holds is a text. */
const negative = (amount: number | string | null) =>
  typeof amount === 'string' ? String(-BigInt(amount)) : amount === null ? null : -amount
