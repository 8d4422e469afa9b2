import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import type { CurrencyTotals } from '@kontor/contract/lists/totals'
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import fade from '../../ui/table/fade.module.css'
import typography from '../../ui/words/typography.module.css'
import { useTotals } from '../api/reading.ts'
import { useLabels } from '../value/labels.ts'
import { Money } from '../value/money.tsx'
import styles from './list-totals.module.css'

interface ListTotalsProps {
  entity: Entity
  query: Query
  /** The number of rows of the list; undefined while they are counted. */
  count: number | undefined
}

/** Larger lists take the database a while to add up, so their totals are read only on request. */
const mostAtOnce = 200_000

/** Currencies before the others are asked for. One more is shown instead of the question. */
const atFirst = 3

/** The totals of the list: one line per currency, never one sum of several. */
export function ListTotals({ entity, query, count }: ListTotalsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isAsked, setAsked] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isWanted = count !== undefined && (isAsked || count <= mostAtOnce)
  const { data, isError, refetch } = useTotals(entity, query, { enabled: isWanted })
  const name = labels.entities(entity)
  // Rows without the amount are counted and add nothing to the sum.
  const nameOf = (field: string) => {
    const label = labels.field(entity, field)
    return entity.fields[field]?.optional ? t('totals.where_given', { name: label }) : label
  }

  if (count !== undefined && !isWanted) return <Ask label={t('totals.ask')} onAsk={() => setAsked(true)} />
  if (isError) return <Ask label={t('totals.again')} onAsk={() => void refetch()} />
  const hidden = data && data.length > atFirst + 1 ? data.length - atFirst : 0
  const shown = isOpen || hidden === 0 ? data : data?.slice(0, atFirst)
  if (!shown) return <Skeleton height={14} width={320} maw="80%" role="status" aria-label={t('state.loading')} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={`${styles.totals} ${fade.fade}`} aria-label={t('totals.label', { name })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('totals.currency')}</th>
            <th scope="col">{t('totals.rows')}</th>
            {entity.totals.map((field) => (
              <th key={field} scope="col">
                {nameOf(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((totals) => (
            <CurrencyLine key={totals.currency_code} fields={entity.totals} nameOf={nameOf} totals={totals} />
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isOpen}
          className={styles.more}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('totals.fewer') : t('totals.more', { count: hidden })}
        </Button>
      )}
    </section>
  )
}

interface CurrencyLineProps {
  fields: readonly string[]
  nameOf: (field: string) => string
  totals: CurrencyTotals
}

function CurrencyLine({ fields, nameOf, totals }: CurrencyLineProps) {
  const { t, i18n } = useTranslation()
  const { currency_code, count, sums, too_large } = totals
  return (
    <tr>
      <th scope="row">{t('totals.of', { currency: currency_code })}</th>
      <td className={typography.tabular}>
        {t('totals.count', { count, formatted: new Intl.NumberFormat(i18n.language).format(count) })}
      </td>
      {fields.map((field) => (
        <td key={field} className={typography.tabular}>
          <span aria-hidden="true">{nameOf(field)} </span>
          <Money amount={sums[field] ?? too_large?.[field]} currency={currency_code} />
        </td>
      ))}
    </tr>
  )
}

function Ask({ label, onAsk }: { label: string; onAsk: () => void }) {
  return (
    <div className={styles.totals}>
      <Button size="compact-xs" variant="default" onClick={onAsk}>
        {label}
      </Button>
    </div>
  )
}
