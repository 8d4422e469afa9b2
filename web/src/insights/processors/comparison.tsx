import type { ReplyOf } from '@kontor/contract/endpoint'
import { processorCompareEndpoint } from '@kontor/contract/insights/processor-statistics.endpoints'
import { comparedStatuses } from '@kontor/contract/insights/processor-statistics.rules'
import { exactly } from '@kontor/contract/sums'
import { NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import filterBar from '../../platform/list/filters/filter-bar.module.css'
import { useLabels } from '../../platform/value/labels.ts'
import { GatewayName } from '../../platform/value/use-gateways.tsx'
import { ChartCard } from '../../ui/charts/chart-card.tsx'
import { ScrollBox } from '../../ui/charts/plot/scroll-box.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import dataTable from '../../ui/table/data-table.module.css'
import quietLink from '../../ui/words/quiet-link.module.css'
import typography from '../../ui/words/typography.module.css'
import { useCard } from '../cards/use-card.tsx'
import { isConverted } from '../money/conversion.ts'
import { useCurrencyChoice } from '../money/currency-choice.ts'
import { RatesNote } from '../money/rates-note.tsx'
import { useFormats } from '../money/use-formats.ts'
import { useTransactionTarget } from '../targets.ts'
import { useStatistics } from '../use-statistics.ts'
import styles from './comparison.module.css'

type Reply = ReplyOf<typeof processorCompareEndpoint>
type Compared = Reply['processors'][number]

interface ComparisonProps {
  ids: readonly string[]
  currency: CompareCurrency
  onCurrency: (currency: CompareCurrency) => void
}

/** `base`: all currencies, converted. Undefined: the currency with the most payments. */
export type CompareCurrency = string | 'base' | undefined

/** The conversion, and count and amount per status, side by side over 28 days. */
export function Comparison({ ids, currency, onCurrency }: ComparisonProps) {
  const { t } = useTranslation(['main', 'fields'])
  const query = useStatistics(processorCompareEndpoint, {
    ids: ids.join(','),
    ...(currency === 'base' ? { in_base_currency: 'true' as const } : currency ? { currency_code: currency } : {}),
  })
  const card = useCard(query, 'processors-compared')
  const reply = query.data
  const formats = useFormats(reply?.currency_code ?? '', isConverted(reply))
  const rows = (reply?.processors ?? []).flatMap((one) =>
    comparedStatuses.map((status) => ({ one, status, ...figuresOf(one, status) })),
  )
  type Row = (typeof rows)[number]
  return (
    <ChartCard
      {...card}
      title={t('dashboard.comparison')}
      height={420}
      isTable
      isEmpty={reply?.processors.length === 0}
      head={reply && <Currencies reply={reply} onCurrency={onCurrency} />}
      figures={{
        rows,
        keyOf: ({ one, status }) => one.id + status,
        columns: [
          { name: t('fields:processor'), shown: ({ one }: Row) => one.name, plain: ({ one }: Row) => one.name },
          { name: t('fields:status'), shown: ({ status }) => status, plain: ({ status }) => status },
          { name: t('dashboard.transactions'), isNumber: true, shown: () => '', plain: ({ count }) => count },
          {
            name: formats.volumeLabel,
            isNumber: true,
            shown: () => '',
            plain: (row) => formats.plainMoney(exactly(row, 'amount')),
          },
          {
            name: t('dashboard.conversion'),
            isNumber: true,
            shown: () => '',
            plain: ({ one }) => one.transaction.conversion ?? '',
          },
        ],
      }}
    >
      {reply && <ComparisonTable reply={reply} />}
    </ChartCard>
  )
}

const figuresOf = ({ transaction }: Compared, status: string) => transaction.status[status] ?? { count: 0, amount: 0 }

function Currencies({ reply, onCurrency }: { reply: Reply; onCurrency: (currency: CompareCurrency) => void }) {
  const { t } = useTranslation()
  const { value, data } = useCurrencyChoice(reply)
  if (data.length < 2) return null
  return (
    <div className={filterBar.bar}>
      <NativeSelect
        size="xs"
        aria-label={t('dashboard.currency')}
        value={value}
        data={data}
        onChange={({ currentTarget }) => onCurrency(currentTarget.value)}
      />
      {reply.conversion && <RatesNote currency={reply.currency_code} conversion={reply.conversion} />}
    </div>
  )
}

function ComparisonTable({ reply }: { reply: Reply }) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const formats = useFormats(reply.currency_code, isConverted(reply))
  const targetOf = useTransactionTarget()
  const { processors } = reply
  const linked = (one: Compared, count: number, filters: Record<string, string>) => {
    const target = targetOf(reply, { processor: one.id, ...filters })
    if (!target) return formats.count(count)
    return (
      <Link to={target.to} search={target.search} preload={false} className={quietLink.link}>
        {formats.count(count)}
      </Link>
    )
  }
  const row = (key: string, name: ReactNode, cell: (one: Compared) => ReactNode) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {processors.map((one) => (
        <td key={one.id} data-right>
          {cell(one)}
        </td>
      ))}
    </tr>
  )
  const pair = (one: Compared, figures: ReturnType<typeof figuresOf>, filters: Record<string, string>) =>
    figures.count === 0 ? (
      <small>{formats.count(0)}</small>
    ) : (
      <>
        <b>{linked(one, figures.count, filters)}</b>
        <small>{formats.money(exactly(figures, 'amount'))}</small>
      </>
    )
  return (
    <ScrollBox label={t('dashboard.comparison')}>
      <table className={`${dataTable.table} ${styles.comparison}`} aria-label={t('dashboard.comparison')}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {t('fields:status')}
            </th>
            {processors.map(({ id, name, payment_product, gateway }) => (
              <th key={id} scope="col" className={styles.head} data-right>
                <span className={`${typography.clip} ${styles.name}`} title={name}>
                  {name}
                </span>
                <small>
                  {labels.value('payment_product', undefined, payment_product)} · <GatewayName name={gateway} />
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {row('conversion', t('dashboard.conversion'), ({ transaction: { conversion } }) => (
            <b>{conversion === null ? '–' : formats.percentage(conversion)}</b>
          ))}
          {comparedStatuses.map((status) =>
            row(status, <StatusTag status={status} />, (one) => pair(one, figuresOf(one, status), { status })),
          )}
          {row('total', t('dashboard.all_transactions'), (one) => pair(one, one.transaction, {}))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
