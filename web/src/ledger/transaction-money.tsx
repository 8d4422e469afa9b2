import type { ReplyOf } from '@kontor/contract/endpoint'
import { transactionMoneyEndpoint } from '@kontor/contract/ledger/money/money.endpoints'
import { maskOf } from '@kontor/contract/pricing/price.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { formatDay } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { usePercentage } from '../platform/value/use-percentage.ts'
import { useLineWords } from '../pricing/line-words.ts'
import { monthName } from '../pricing/rehearsal/rehearsal-words.ts'
import { FieldList } from '../ui/field-list.tsx'
import { inSentence } from '../ui/words/in-sentence.ts'
import typography from '../ui/words/typography.module.css'
import { SettlementLink } from './settlement-link.tsx'
import styles from './transaction-money.module.css'

type Money = ReplyOf<typeof transactionMoneyEndpoint>
type Booked = Money['booked'][number]
type Why = NonNullable<Booked['why']>

/** What was booked of a payment, and why each fee is what it is; for the provider with cost and margin. */
export function TransactionMoney({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(transactionMoneyEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  if (data.booked.length === 0)
    return <Text size="sm">{t(data.never_booked ? `money.never.${data.never_booked}` : 'money.none')}</Text>
  return (
    <>
      <ol className={styles.booked} aria-label={t('money.booked')}>
        {data.booked.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is booked stays, in its order.
          <BookedRow key={at} booked={each} currency={data.currency_code} />
        ))}
      </ol>
      <Vat money={data} />
      {data.margin && <Margin margin={data.margin} currency={data.currency_code} />}
    </>
  )
}

function BookedRow({ booked, currency }: { booked: Booked; currency: string }) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const { kind, amount, business_day, available_on, release_on, settlement, is_unpriced, part, file, why } = booked
  const day = (value: string) => formatDay(value, i18n.language)
  const facts = [
    t('money.booked_on', { day: day(business_day) }),
    ...(available_on ? [t('money.available_on', { day: day(available_on) })] : []),
    ...(release_on ? [t('money.released_on', { day: day(release_on) })] : []),
  ]
  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <Text size="sm" fw={600}>
          {labels.value('kind', undefined, kind)}
          {part && `: ${inSentence(t(`money.part.${part}`))}`}
        </Text>
        <span className={typography.tabular}>{money(amount, currency)}</span>
      </div>
      <p className={typography.sub}>
        {facts.join(' · ')}
        {settlement && (
          <>
            {` · ${t('money.in_settlement')} `}
            <SettlementLink of={settlement} />
          </>
        )}
      </p>
      {is_unpriced && <Text size="sm">{t('money.unpriced')}</Text>}
      {why && part !== null && part !== 'markup' && <WhyPassed why={why} part={part} isEstimate={kind === 'fee'} />}
      {why && (part === null || part === 'markup') && (
        <WhyPrice why={why} amount={Math.abs(amount)} currency={currency} />
      )}
      {file && <Text size="sm">{t('money.by_file', { name: file.name, line: file.line })}</Text>}
    </li>
  )
}

/** Why a cost is passed on: it is what the payment is expected to cost, or what the processor charged. */
function WhyPassed({ why, part, isEstimate }: { why: Why; part: 'interchange' | 'scheme_fees'; isEstimate: boolean }) {
  const { t, i18n } = useTranslation()
  const words = useLineWords(why.currency_code)
  const of = { scheme: why.scheme_name, version: why.version, number: why.number, name: words.nameOf(why.line) }
  return (
    <div className={styles.why}>
      <Text size="sm">
        {t(isEstimate ? `money.passed.${part}` : 'money.passed_corrected', {
          ...of,
          since: formatDay(why.valid_from, i18n.language),
        })}
      </Text>
    </div>
  )
}

/** "€ 1,54 = € 0,10 + 1,2% van € 120,00", the line that says so, and the lines that lost. */
function WhyPrice({ why, amount, currency }: { why: Why; amount: number; currency: string }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const percentage = usePercentage()
  const words = useLineWords(why.currency_code)
  const { line } = why
  const base = why.percentage_of ? t(`pricing.share.${why.percentage_of}`) : money(why.of_amount ?? 0, currency)
  const share = line.ppm === 0 ? [] : [t('money.share_of', { share: percentage(line.ppm), amount: base })]
  const parts = [...(line.fixed > 0 || share.length === 0 ? [money(line.fixed, currency)] : []), ...share]
  const bounds = words.boundsText(line)
  return (
    <div className={styles.why}>
      <Text size="sm">
        {t('money.why', {
          ...{ fee: money(amount, currency), sum: [parts.join(' + '), bounds].filter(Boolean).join(', ') },
          ...{ scheme: why.scheme_name, version: why.version, number: why.number, name: words.nameOf(line) },
          since: formatDay(why.valid_from, i18n.language),
        })}
      </Text>
      {why.volume && (
        <Text size="sm">
          {t('money.because_volume', {
            month: monthName(`${why.volume.month}-01`, i18n.language),
            volume: money(why.volume.amount, currency),
          })}
        </Text>
      )}
      {why.beaten.map((each) => (
        <Text size="sm" key={each.number}>
          {t(maskOf(each.line) === 0 ? 'pricing.beaten_default' : 'pricing.beaten', {
            ...{ number: each.number, name: words.nameOf(each.line), price: words.priceText(each.line) },
          })}
        </Text>
      ))}
    </div>
  )
}

function Vat({ money: { vat, currency_code } }: { money: Money }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  return vat.map(({ business_day, amount }) => (
    <Text size="sm" key={business_day} mt="xs">
      {t('money.vat_of_day', { amount: money(amount, currency_code), day: formatDay(business_day, i18n.language) })}
    </Text>
  ))
}

function Margin({ margin, currency }: { margin: NonNullable<Money['margin']>; currency: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  return (
    <PanelSection title={t('money.for_provider')}>
      <FieldList
        fields={[
          [t('money.fee'), money(margin.fee, currency)],
          [t('money.cost'), money(margin.cost, currency)],
          [t('money.share'), margin.share === 0 ? null : money(margin.share, currency)],
          [t('money.margin'), money(margin.margin, currency)],
        ]}
      />
    </PanelSection>
  )
}
