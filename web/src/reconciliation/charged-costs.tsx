import { draftChargedCostsEndpoint } from '@kontor/contract/pricing/charged/charged.endpoints'
import { listChargedCostsEndpoint } from '@kontor/contract/reconciliation/reconciliation.endpoints'
import type { ChargedCost } from '@kontor/contract/reconciliation/reconciliation.schemas'
import { Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { Day } from '../platform/value/instant.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { useMay } from '../platform/viewer.ts'
import { useLineWords } from '../pricing/line-words.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../ui/table/small-table.tsx'

/** The fees that a processor charged beside those that were expected, per line of the cost scheme. */
export function ChargedCosts({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(listChargedCostsEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<IconReceipt />}
        title={t('reconciliation.no_costs')}
        text={t('reconciliation.no_costs_text')}
      />
    )
  return (
    <SmallTable label={t('reconciliation.costs_tab')} folds="early">
      <thead>
        <tr>
          <WordsHead>{t('reconciliation.price')}</WordsHead>
          <NumberHead isExtra>{t('reconciliation.lines')}</NumberHead>
          <NumberHead isExtra>{t('reconciliation.expected_fees')}</NumberHead>
          <NumberHead isExtra>{t('reconciliation.charged_fees')}</NumberHead>
          <NumberHead>{t('reconciliation.difference')}</NumberHead>
          <WordsHead isExtra>{t('reconciliation.since')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {data.map((each) => (
          <OneCost key={`${each.kind} ${each.scheme} ${each.currency_code} ${JSON.stringify(each.line)}`} of={each} />
        ))}
      </tbody>
    </SmallTable>
  )
}

function OneCost({ of }: { of: ChargedCost }) {
  const { t, i18n } = useTranslation()
  const money = useMoney()
  const number = new Intl.NumberFormat(i18n.language)
  const { expected, charged, currency_code, different, since } = of
  const lines =
    different === 0
      ? number.format(of.count)
      : t('reconciliation.different', {
          count: different,
          different: number.format(different),
          of: number.format(of.count),
        })
  const amounts = {
    expected_fees: expected === null ? '–' : money(expected, currency_code),
    charged_fees: money(charged, currency_code),
  }
  return (
    <tr>
      <WordsCell>
        <Price of={of} />
        <WhereNarrow>
          <div>
            {t('reconciliation.lines')}: {lines}
          </div>
          {(['expected_fees', 'charged_fees'] as const).map((name) => (
            <div key={name}>
              {t(`reconciliation.${name}`)}: {amounts[name]}
            </div>
          ))}
          {since && (
            <div>
              {t('reconciliation.since')}: <Day value={since} />
            </div>
          )}
        </WhereNarrow>
      </WordsCell>
      <NumberCell isExtra>{lines}</NumberCell>
      <NumberCell isExtra>{amounts.expected_fees}</NumberCell>
      <NumberCell isExtra>{amounts.charged_fees}</NumberCell>
      <NumberCell>
        <More of={of} />
      </NumberCell>
      <WordsCell isExtra>{since && <Day value={since} />}</WordsCell>
    </tr>
  )
}

function Price({ of }: { of: ChargedCost }) {
  const { t } = useTranslation()
  const kind = of.kind === 'other' ? t('reconciliation.other_kind') : t(`settlements.kind.${of.kind}`)
  const mayDraft = useMay(draftChargedCostsEndpoint)
  const { nameOf, priceText } = useLineWords(of.currency_code)
  return (
    <>
      {kind}
      <Text size="xs" c="dimmed">
        {of.line === null
          ? t('reconciliation.no_price')
          : `${of.scheme_name}: ${nameOf(of.line)}, ${priceText(of.line)}`}
      </Text>
      {of.scheme !== null && of.different > 0 && mayDraft && (
        <AnchorLink
          to="/psp/pricing/cost/$id"
          params={{ id: of.scheme }}
          search={{ tab: 'charged' } as never}
          size="xs"
        >
          {t('reconciliation.to_charged')}
        </AnchorLink>
      )}
    </>
  )
}

/** What the processor charged more than expected stays in sight where the table is narrow. */
function More({ of: { expected, charged, currency_code } }: { of: ChargedCost }) {
  const { i18n } = useTranslation()
  const money = useMoney()
  if (expected === null) return '–'
  const percent = new Intl.NumberFormat(i18n.language, {
    ...{ style: 'percent', maximumFractionDigits: 2, signDisplay: 'exceptZero' },
  } as const)
  const more = BigInt(charged) - BigInt(expected)
  return (
    <>
      {money(String(more), currency_code)}
      {more !== 0n && Number(expected) !== 0 && (
        <Text size="xs" c="dimmed">
          {percent.format(Number(more) / Number(expected))}
        </Text>
      )}
    </>
  )
}
