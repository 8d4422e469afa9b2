import { decimalSign } from '@kontor/contract/money'
import { settlementLinesEndpoint } from '@kontor/contract/settlements/settlement.endpoints'
import {
  mostRateChange_percent,
  rateAge_days,
  type SettlementStep,
  settlementSteps,
} from '@kontor/contract/settlements/settlement.rules'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList, useRead } from '../platform/api/reading.ts'
import { useIsWholePage } from '../platform/panel/whole-page.ts'
import { formatDay } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { closingOf, type SettlementRow, transfersOf } from './settlement-row.ts'
import { StepLink } from './step-link.tsx'
import { useDays } from './use-days.ts'
import { Waterfall, type WaterfallStep } from './waterfall.tsx'

const steps = Object.keys(settlementSteps) as SettlementStep[]

/** From what the settlement before it carried to what is paid out and what is carried on. Each step opens its transfers. */
export function SettlementWaterfall({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const isStatement = useIsWholePage()
  const label = (name: string) => labels.field({ name: 'settlement' }, name)
  // It is a part of what is carried on, which may be less than the refunds under way.
  const heldBack = Math.min(row.held_back, row.carried)
  const moved = steps
    .filter((step) => row[step] !== 0)
    .map(
      (step): WaterfallStep => ({
        name: step,
        label: isStatement ? label(step) : <StepLink step={step}>{label(step)}</StepLink>,
        amount: row[step],
      }),
    )
  return (
    <>
      <Waterfall
        label={t('settlement.waterfall', { number: row.number })}
        currency={row.currency_code}
        opening={{ name: 'opening', label: label('opening'), amount: row.opening }}
        steps={moved}
        closing={{ name: 'closing', label: t('settlement.closing'), amount: closingOf(row) }}
        ends={[
          { name: 'paid', label: label('paid'), amount: row.paid },
          { name: 'carried', label: label('carried'), amount: row.carried },
          ...(heldBack > 0
            ? [{ name: 'held_back', label: t('settlement.of_which_held_back'), amount: heldBack, isPart: true }]
            : []),
        ]}
      />
      <Complete row={row} />
      <Exchanged row={row} />
      <WhyCarried row={row} />
    </>
  )
}

/** A business day settles as a whole: the payments of its days are here, and no others. */
function Complete({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const days = useDays()
  const { data: lines } = useRead(settlementLinesEndpoint, { params: { id: row.id } })
  const count = lines?.find(({ kind }) => kind === 'capture')?.count ?? 0
  const of = transfersOf(row.id)
  const captures = { 'kind[]': ['capture'], _limit: '1' }
  const enabled = count > 0
  const { data: first } = useList<typeof of>(of, { ...captures, _sort: 'business_day' }, { enabled })
  const { data: last } = useList<typeof of>(of, { ...captures, _sort: '-business_day' }, { enabled })
  if (!first?.[0] || !last?.[0]) return null
  return (
    <Text size="sm" mt="md">
      {t('settlement.complete', {
        count,
        formatted: labels.number(count),
        days: days(first[0].business_day, last[0].business_day),
      })}
    </Text>
  )
}

/** What is paid out in another currency, by which rate, and what of it is the provider's. */
function Exchanged({ row }: { row: SettlementRow }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const { payout_currency_code, payout_amount, exchanged, fx_margin, rate_on } = row
  if (exchanged === null || rate_on === null) return null
  const said = {
    ...{
      paid: money(row.paid, row.currency_code),
      amount: money(payout_amount, payout_currency_code),
      source: row.rate_source,
    },
    // Digit for digit as published, in the signs of the language.
    ...{
      rate: row.exchange_rate?.replaceAll('.', decimalSign(i18n.language)),
      day: formatDay(rate_on, i18n.language),
      exchanged: money(exchanged, payout_currency_code),
    },
    margin: money(fx_margin ?? 0, payout_currency_code),
  }
  return (
    <Text size="sm" mt="md">
      {t('settlement.exchanged', said)} {(fx_margin ?? 0) > 0 && t('settlement.exchange_margin', said)}
    </Text>
  )
}

function WhyCarried({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (row.carried === 0) return null
  if (row.unpaid_because !== null)
    return (
      <Alert color="yellow" role="status" mt="md">
        {t(`settlement.unpaid.${row.unpaid_because}`, {
          // Refunds under way were held back in any case.
          amount: money(row.carried - row.held_back, row.currency_code),
          ...{ days: rateAge_days, percent: mostRateChange_percent },
        })}
      </Alert>
    )
  return (
    <Text size="sm" mt="xs" c="dimmed">
      {t(closingOf(row) < 0 ? 'settlement.carried_debt' : 'settlement.carried_on', {
        amount: money(Math.abs(row.carried), row.currency_code),
      })}
    </Text>
  )
}
