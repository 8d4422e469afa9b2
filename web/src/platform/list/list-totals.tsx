import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/query-string'
import type { CurrencyTotals } from '@kontor/contract/totals'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../labels.ts'
import { Money } from '../money.tsx'
import { useTotals } from '../reading.ts'

interface ListTotalsProps {
  entity: Entity
  query: Query
  /** How many rows the list has; undefined while they are counted. */
  count: number | undefined
}

/** More rows than this take the database a while: they are added up when somebody asks. */
const mostAtOnce = 200_000

/** What the list adds up to: a line for each currency, never one sum across them. */
export function ListTotals({ entity, query, count }: ListTotalsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isAsked, setAsked] = useState(false)
  const isWanted = count !== undefined && (isAsked || count <= mostAtOnce)
  const { data, isError, refetch } = useTotals(entity, query, { enabled: isWanted })
  const name = labels.entities(entity)

  if (count !== undefined && !isWanted) return <Ask label={t('totals.ask')} onAsk={() => setAsked(true)} />
  if (isError) return <Ask label={t('totals.again')} onAsk={() => void refetch()} />
  if (!data) return <Skeleton height={14} width={320} maw="80%" aria-label={t('state.loading')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="list-totals" aria-label={t('totals.label', { name })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('totals.currency')}</th>
            <th scope="col">{t('totals.rows')}</th>
            {entity.totals.map((field) => (
              <th key={field} scope="col">
                {labels.field(entity, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((totals) => (
            <CurrencyLine key={totals.currency_code} entity={entity} totals={totals} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CurrencyLine({ entity, totals }: { entity: Entity; totals: CurrencyTotals }) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const { currency_code, count, sums } = totals
  return (
    <tr>
      <th scope="row">{t('totals.of', { currency: currency_code })}</th>
      <td className="tabular">
        {t('totals.count', { count, formatted: new Intl.NumberFormat(i18n.language).format(count) })}
      </td>
      {entity.totals.map((field) => (
        <td key={field} className="tabular">
          <span aria-hidden="true">{labels.field(entity, field)} </span>
          {sums[field] === null || sums[field] === undefined ? (
            t('totals.too_large')
          ) : (
            <Money amount={sums[field]} currency={currency_code} />
          )}
        </td>
      ))}
    </tr>
  )
}

function Ask({ label, onAsk }: { label: string; onAsk: () => void }) {
  return (
    <div className="list-totals">
      <Button size="compact-xs" variant="default" onClick={onAsk}>
        {label}
      </Button>
    </div>
  )
}
