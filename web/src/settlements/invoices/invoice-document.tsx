import { country } from '@kontor/contract/field'
import { invoiceDocumentEndpoint } from '@kontor/contract/settlements/invoices/invoice.endpoints'
import { invoice } from '@kontor/contract/settlements/invoices/invoice.entity'
import type { InvoiceDocument as Document } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { groupsOfFour } from '@kontor/contract/texts/groups-of-four'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { Day, formatDay } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { usePercentage } from '../../platform/value/use-percentage.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { useDays } from '../use-days.ts'
import styles from './invoice-document.module.css'
import { InvoiceLines } from './invoice-lines.tsx'

/** What an invoice says, as it was issued, and how what is outstanding of it now is paid. */
export function InvoiceDocument({ id, outstanding }: { id: string; outstanding: number }) {
  const { data, error, refetch } = useRead(invoiceDocumentEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <div className={styles.document}>
      <div className={styles.parties}>
        <Party title="from" of={data.provider} />
        <Party title="to" of={data.merchant} />
      </div>
      <Facts of={data} />
      <InvoiceLines of={data} />
      <Sums of={data} />
      <Settled of={data} outstanding={outstanding} />
    </div>
  )
}

function Party({ title, of }: { title: 'from' | 'to'; of: Document['provider'] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const numbers = [
    of.chamber_of_commerce && t('invoices.chamber', { number: of.chamber_of_commerce }),
    of.vat_number && t('invoices.vat_number', { number: of.vat_number }),
  ].filter(Boolean)
  return (
    <section aria-label={t(`invoices.${title}`)}>
      <Text size="xs" fw={600} c="dimmed">
        {t(`invoices.${title}`)}
      </Text>
      <Text fw={600}>{of.name}</Text>
      {[...of.address, labels.value('country_code', invoiceCountry, of.country_code), ...numbers].map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </section>
  )
}

const invoiceCountry = country()

function Facts({ of }: { of: Document }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const days = useDays()
  const label = (name: keyof typeof invoice.fields) => labels.field(invoice, name)
  return (
    <FieldList
      fields={[
        [labels.value('kind', invoice.fields.kind, of.kind), of.number],
        [label('issued_on'), <Day key="issued" value={of.issued_on} />],
        [t('invoices.period'), days(of.covers_from, of.covers_through)],
        ...(of.credits ? [[t('invoices.credits'), `${of.credits.number}: ${of.credits.reason}`] as const] : []),
      ]}
    />
  )
}

/** The sums below the lines, VAT by its rates. */
function Sums({ of }: { of: Document }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const percentage = usePercentage()
  const label = (name: keyof typeof invoice.fields) => labels.field(invoice, name)
  const row = (key: string, words: string, base: number | null, amount: number) => (
    <tr key={key}>
      <WordsCell>{words}</WordsCell>
      <NumberCell>{base !== null && <Money amount={base} currency={of.currency_code} />}</NumberCell>
      <NumberCell>
        <Money amount={amount} currency={of.currency_code} />
      </NumberCell>
    </tr>
  )
  return (
    <SmallTable label={t('invoices.sums')}>
      <thead>
        <tr>
          <WordsHead>{t('invoices.sums')}</WordsHead>
          <NumberHead>{t('invoices.of_base')}</NumberHead>
          <NumberHead>{t('invoices.amount')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {row('net', label('net'), null, of.net)}
        {of.vat.map(({ ppm, treatment, base, amount }) =>
          row(
            `vat ${ppm}`,
            t(`invoices.treatment.${treatment}`, {
              percentage: percentage(ppm),
              provider: of.provider.vat_number,
              merchant: of.merchant.vat_number,
            }),
            base,
            amount,
          ),
        )}
        {row('total', label('total'), null, of.total)}
        {of.paid !== undefined && of.paid > 0 && row('paid', t('invoices.paid'), null, of.paid)}
        {row('due', label('due'), null, of.due)}
      </tbody>
    </SmallTable>
  )
}

function Settled({ of, outstanding }: { of: Document; outstanding: number }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  if (of.kind === 'CREDIT_NOTE') return <Text size="sm">{t('invoices.taken_back')}</Text>
  const numbers = of.settlements.join(', ')
  const { payment } = of
  return (
    <>
      <Text size="sm">
        {numbers && t('invoices.settled_in', { numbers })} {!of.is_settled && t('invoices.settled_later')}
      </Text>
      {payment && outstanding > 0 && (
        <Text size="sm" fw={600}>
          {t('invoices.pay', {
            ...{ amount: money(outstanding, of.currency_code), day: formatDay(payment.due_on, i18n.language) },
            ...{ iban: groupsOfFour(payment.iban), number: of.number },
          })}
        </Text>
      )}
    </>
  )
}
