import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead } from '../../ui/table/small-table.tsx'
import { Below } from './below.tsx'
import { type BookedName, transfersOf } from './cell-targets.ts'
import figure from './figure-link.module.css'
import type { OfCurrency, PspSums } from './use-period-report.ts'

type Sums = OfCurrency['total'] & Partial<PspSums>

/** VAT stands below the fees that it is on, and what partners get below what else is paid to others. */
const booked = ['fees', 'net', 'reserve'] as const
const earned = ['exchange', 'cost', 'margin'] as const

/** The heads of what the ledger booked, if the report has it; those of what was earned are the provider's. */
export function BookedHeads({ of }: { of: Sums }) {
  const { t } = useTranslation()
  return (
    <>
      {of.booked &&
        booked.map((name) => (
          <NumberHead key={name}>
            {t(`period_report.${name === 'net' ? 'booked_net' : name}`)}
            {name === 'fees' && <Below>{t('period_report.vat')}</Below>}
          </NumberHead>
        ))}
      {of.earned &&
        earned.map((name) => (
          <NumberHead key={name}>
            {t(`period_report.${name}`)}
            {name === 'cost' && <Below>{t('period_report.partner')}</Below>}
            {name === 'margin' && <Below>{t('period_report.per_mille')}</Below>}
          </NumberHead>
        ))}
    </>
  )
}

interface BookedCellsProps {
  of: Sums
  currency: string
  /** The first and the last business day of one merchant’s sums, which then lead to their transfers. */
  days?: { first: string; last: string } | undefined
  /** Of the screens that the viewer may open. */
  routes: ReadonlySet<string>
}

export function BookedCells({ of, currency, days, routes }: BookedCellsProps) {
  return (
    <>
      {of.booked &&
        booked.map((name) => (
          <NumberCell key={name}>
            <Booked name={name} of={of} currency={currency} days={days} routes={routes} />
            {name === 'fees' && (
              <Below>
                <Booked name="vat" of={of} currency={currency} days={days} routes={routes} />
              </Below>
            )}
          </NumberCell>
        ))}
      {of.earned && <EarnedCells of={of.earned} currency={currency} />}
    </>
  )
}

function Booked({ name, of: { booked: sums }, currency, days, routes }: BookedCellsProps & { name: BookedName }) {
  const { t } = useTranslation()
  const amount = sums && exactly(sums, name)
  const money = <Money amount={amount} currency={currency} />
  const target = days && transfersOf(name, { ...days, currency })
  const isOpen = target && amount && BigInt(amount) !== 0n && routes.has(target.to)
  if (!isOpen) return money
  const label = t(`period_report.${name === 'net' ? 'booked_net' : name}`)
  return (
    <AnchorLink
      to={target.to}
      search={target.search}
      underline="always"
      className={figure.figure}
      title={t('period_report.open_booked', { name: label })}
    >
      {money}
    </AnchorLink>
  )
}

interface EarnedCellsProps {
  of: NonNullable<PspSums['earned']>
  currency: string
}

function EarnedCells({ of, currency }: EarnedCellsProps) {
  return earned.map((name) => (
    <NumberCell key={name}>
      <Money amount={exactly(of, name)} currency={currency} />
      {name === 'cost' && (
        <Below>
          <Money amount={exactly(of, 'partner')} currency={currency} />
        </Below>
      )}
      {name === 'margin' && (
        <Below>
          <PerMille value={of.per_mille} />
        </Below>
      )}
    </NumberCell>
  ))
}

function PerMille({ value }: { value: number | null }) {
  const { i18n } = useTranslation()
  if (value === null) return '–'
  return `${new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 }).format(value)}‰`
}
