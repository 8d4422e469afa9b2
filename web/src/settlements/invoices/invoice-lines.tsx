import { isWithoutPayment, textOfLine } from '@kontor/contract/pricing/price.rules'
import { invoice } from '@kontor/contract/settlements/invoices/invoice.entity'
import type { InvoiceDocument } from '@kontor/contract/settlements/invoices/invoice.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useLineWords } from '../../pricing/line-words.ts'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'

type Line = InvoiceDocument['lines'][number]

/** What was charged: how many, of how much, at which price. */
export function InvoiceLines({ of }: { of: InvoiceDocument }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const words = useLineWords(of.currency_code)
  const priceOf = ({ price }: Line) =>
    price && [words.priceText(price.line), words.boundsText(price.line)].filter(Boolean).join(', ')
  return (
    <SmallTable label={t('invoices.lines')} folds>
      <thead>
        <tr>
          <WordsHead>{t('invoices.description')}</WordsHead>
          <NumberHead isExtra>{t('invoices.count')}</NumberHead>
          <NumberHead isExtra>{t('invoices.base')}</NumberHead>
          <NumberHead isExtra>{t('invoices.price')}</NumberHead>
          <NumberHead>{t('invoices.amount')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {of.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be the same, and an invoice never changes
          <tr key={index}>
            <WordsCell>
              <Description line={line} currency={of.currency_code} />
              <WhereNarrow>
                {[labels.number(line.count), priceOf(line)].filter(Boolean).join(' · ')}
                {line.base !== null && (
                  <div>
                    {t('invoices.base')} <Money amount={line.base} currency={of.currency_code} />
                  </div>
                )}
              </WhereNarrow>
            </WordsCell>
            <NumberCell isExtra>{labels.number(line.count)}</NumberCell>
            <NumberCell isExtra>
              {line.base !== null && <Money amount={line.base} currency={of.currency_code} />}
            </NumberCell>
            <NumberCell isExtra>{priceOf(line)}</NumberCell>
            <NumberCell>
              <Money amount={line.amount} currency={of.currency_code} />
            </NumberCell>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <WordsHead>{labels.field(invoice, 'net')}</WordsHead>
          <NumberCell isExtra>{null}</NumberCell>
          <NumberCell isExtra>{null}</NumberCell>
          <NumberCell isExtra>{null}</NumberCell>
          <NumberCell>
            <Money amount={of.net} currency={of.currency_code} />
          </NumberCell>
        </tr>
      </tfoot>
    </SmallTable>
  )
}

/** "Captures: iDEAL", with where the price stands. */
function Description({ line: { kind, price, text_nl, text_en }, currency }: { line: Line; currency: string }) {
  const { t, i18n } = useTranslation()
  const words = useLineWords(currency)
  if (kind === 'one_off') return (i18n.language === 'nl' ? text_nl : text_en) ?? text_nl
  const what = t(`invoices.kind.${kind}`)
  if (!price) return what
  const { scheme, version, number, line } = price
  const text = textOfLine(line, i18n.language)
  const named = text === null ? undefined : kind === 'fee' ? text : `${what}: ${text}`
  return (
    <>
      {named ??
        [
          kind === 'fee' ? t(`invoices.event.${line.event}`) : what,
          // What is no payment is said by its event.
          ...(isWithoutPayment(line.event) ? words.conditions(line) : [words.nameOf(line)]),
        ].join(': ')}
      <Text size="xs" c="dimmed">
        {t('invoices.price_at', { scheme, version, number })}
      </Text>
    </>
  )
}
