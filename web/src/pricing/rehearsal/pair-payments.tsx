import { transaction } from '@kontor/contract/payments/transaction.entity'
import { listRehearsedPaymentsEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { Day } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useMay } from '../../platform/viewer.ts'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import type { PaymentPair } from './rehearsal-row.ts'

interface PairPaymentsProps {
  params: { id: string; version: string; rehearsal: string }
  pair: PaymentPair
  /** A merchant. */
  of: string | undefined
}

/** The latest payments that the old line priced and the new one would price. */
export function PairPayments({ params, pair, of }: PairPaymentsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { currency_code, event, old_line, new_line } = pair
  const { data, error, refetch } = useRead(listRehearsedPaymentsEndpoint, {
    params,
    query: {
      ...{ currency_code, event, old_line: String(old_line ?? 0), new_line: String(new_line ?? 0) },
      ...(of ? { of } : {}),
    },
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  return (
    <PanelSection title={t('rehearsal.payments_of_pair')}>
      <SmallTable label={t('rehearsal.payments_of_pair')}>
        <thead>
          <tr>
            <WordsHead>{t('rehearsal.payment')}</WordsHead>
            <WordsHead>{t('rehearsal.business_day')}</WordsHead>
            <WordsHead>{t('pricing.merchant')}</WordsHead>
            <NumberHead>{t('pricing.amount')}</NumberHead>
            <NumberHead>{t('rehearsal.old_fee')}</NumberHead>
            <NumberHead>{t('rehearsal.new_fee')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {data.payments.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a payment may be captured in parts.
            <tr key={at}>
              <td>
                <PaymentLink id={each.transaction} />
              </td>
              <td>
                <Day value={each.business_day} />
              </td>
              <WordsCell>{each.merchant_name}</WordsCell>
              {[each.amount, each.old_fee, each.new_fee].map((amount, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three amounts in one order.
                <NumberCell key={place}>
                  <Money amount={amount} currency={each.currency_code} />
                </NumberCell>
              ))}
            </tr>
          ))}
        </tbody>
      </SmallTable>
      {pair.payments > data.payments.length && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('rehearsal.latest', { shown: labels.number(data.payments.length), all: labels.number(pair.payments) })}
        </Text>
      )}
    </PanelSection>
  )
}

/** Plain words for viewers who may not open payments. `TransactionLink` is of a domain above this one. */
function PaymentLink({ id }: { id: string }) {
  const words = `…${id.slice(-8)}`
  if (!useMay(transaction.roles.list)) return words
  return (
    <AnchorLink to="/psp/transactions/$id" params={{ id }} target="_blank">
      {words}
    </AnchorLink>
  )
}
