import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { useSettlementsRoute } from '../../payments/payment-links.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Waterfall } from '../waterfall.tsx'
import type { OfCurrency } from './use-financial-report.ts'

const steps = Object.keys(settlementSteps) as SettlementStep[]

/** From what was available at the beginning of the period to what is at its end. */
export function PeriodWaterfall({ of }: { of: OfCurrency }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const route: string = useSettlementsRoute()
  const moved = steps
    .map((step) => ({ name: step, label: labels.field({ name: 'settlement' }, step), amount: exactly(of.steps, step) }))
    .filter(({ amount }) => amount !== 0)
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
                  <AnchorLink to={route} search={{ 'currency_code[]': [of.currency_code] }}>
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
