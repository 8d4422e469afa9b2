import { exactly, type TooLarge } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead } from '../../ui/table/small-table.tsx'
import type { OfCurrency, PspSums } from './use-period-report.ts'

type Sums = OfCurrency['total'] & Partial<PspSums>

const booked = ['fees', 'vat', 'net', 'reserve'] as const
const earned = ['cost', 'partner', 'margin'] as const

/** The heads of what the ledger booked, if the report has it; the last four are the provider's. */
export function BookedHeads({ of }: { of: Sums }) {
  const { t } = useTranslation()
  return (
    <>
      {of.booked &&
        booked.map((name) => (
          <NumberHead key={name}>{t(`period_report.${name === 'net' ? 'booked_net' : name}`)}</NumberHead>
        ))}
      {of.earned && earned.map((name) => <NumberHead key={name}>{t(`period_report.${name}`)}</NumberHead>)}
      {of.earned && <NumberHead>{t('period_report.per_mille')}</NumberHead>}
    </>
  )
}

export function BookedCells({ of, currency }: { of: Sums; currency: string }) {
  return (
    <>
      {of.booked && <Amounts names={booked} of={of.booked} currency={currency} />}
      {of.earned && <Amounts names={earned} of={of.earned} currency={currency} />}
      {of.earned && (
        <NumberCell>
          <PerMille value={of.earned.per_mille} />
        </NumberCell>
      )}
    </>
  )
}

interface AmountsProps<N extends string> {
  names: readonly N[]
  of: { readonly [name in N]: number | null } & { too_large?: TooLarge | undefined }
  currency: string
}

function Amounts<N extends string>({ names, of, currency }: AmountsProps<N>) {
  return names.map((name) => (
    <NumberCell key={name}>
      <Money amount={exactly(of, name)} currency={currency} />
    </NumberCell>
  ))
}

function PerMille({ value }: { value: number | null }) {
  const { i18n } = useTranslation()
  if (value === null) return '–'
  return `${new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 }).format(value)}‰`
}
