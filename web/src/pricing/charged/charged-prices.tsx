import {
  draftChargedCostsEndpoint,
  listChargedOfCostSchemeEndpoint,
} from '@kontor/contract/pricing/charged/charged.endpoints'
import { chargedDays, fewestCharged, mostCharged } from '@kontor/contract/pricing/charged/charged.rules'
import type { ChargedLine } from '@kontor/contract/pricing/charged/charged.schemas'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { Stack, Text } from '@mantine/core'
import { IconFilePlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { Day } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { useKnownText } from '../../ui/known-text.ts'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { useLineWords } from '../line-words.ts'

interface Of {
  row: Scheme
}

/** What processors charge for the lines of a cost scheme beside what was expected, and the way to a version that expects it. */
export function ChargedPrices({ row }: Of) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(listChargedOfCostSchemeEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const changed = data.lines.filter(({ proposed }) => proposed !== null)
  return (
    <Stack gap="md">
      <Text size="sm">{t('pricing.charged.intro', { count: mostCharged, days: chargedDays })}</Text>
      <Draft row={row} changed={changed} />
      <Lines row={row} lines={data.lines} />
    </Stack>
  )
}

function Draft({ row, changed }: Of & { changed: readonly ChargedLine[] }) {
  const { t, i18n } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const numbers = new Intl.ListFormat(i18n.language).format(changed.map(({ number }) => String(number)))
  const reason = row.under_way
    ? t('pricing.charged.under_way')
    : changed.length === 0
      ? t('errors.charged_as_expected')
      : undefined
  return (
    <IfMay do={draftChargedCostsEndpoint}>
      <ActionBar>
        <ActionButton
          icon={IconFilePlus}
          label={t('pricing.charged.draft')}
          reason={reason}
          onClick={() => setOpen(true)}
        />
      </ActionBar>
      <ConfirmCommand
        endpoint={draftChargedCostsEndpoint}
        params={{ id: row.id }}
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('pricing.charged.draft_title', { name: row.name })}
        text={t('pricing.charged.draft_text', { count: changed.length, numbers })}
        verb={t('pricing.charged.draft_verb')}
        done={t('pricing.charged.drafted')}
      />
    </IfMay>
  )
}

function Lines({ row, lines }: Of & { lines: readonly ChargedLine[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const words = useLineWords(row.currency_code)
  const textOf = useKnownText()
  return (
    <SmallTable label={t('pricing.tab.charged')} folds>
      <thead>
        <tr>
          <WordsHead>{t('pricing.line')}</WordsHead>
          <NumberHead isExtra>{t('pricing.charged.expected')}</NumberHead>
          <NumberHead isExtra>{t('reconciliation.charged_fees')}</NumberHead>
          <WordsHead>{t('pricing.charged.new_price')}</WordsHead>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ number, line, count, expected, charged, since, proposed, by_proposal, kept }) => {
          const currency = line.currency_code ?? row.currency_code
          // The sums of a line of all currencies are in none.
          const sum = (amount: number) => (count === 0 || currency === null ? '–' : money(amount, currency))
          return (
            <tr key={number}>
              <WordsCell>
                {number}. {t(`pricing.event.${line.event}`)}: {words.nameOf(line)}
                <Text size="xs" c="dimmed">
                  {words.priceText(line)}
                </Text>
                <Fact label={t('pricing.charged.count')}>{labels.number(count)}</Fact>
                {since && (
                  <Fact label={t('pricing.charged.since')}>
                    <Day value={since} />
                  </Fact>
                )}
                {count > 0 && (
                  <WhereNarrow>
                    <Fact label={t('pricing.charged.expected')}>{sum(expected)}</Fact>
                    <Fact label={t('reconciliation.charged_fees')}>{sum(charged)}</Fact>
                  </WhereNarrow>
                )}
              </WordsCell>
              <NumberCell isExtra>{sum(expected)}</NumberCell>
              <NumberCell isExtra>{sum(charged)}</NumberCell>
              <WordsCell>
                {proposed && (
                  <Text size="sm" fw={600}>
                    {words.priceText(proposed)}
                  </Text>
                )}
                {proposed &&
                  words.costPartTexts(proposed).map((text) => (
                    <Text size="xs" c="dimmed" key={text}>
                      {text}
                    </Text>
                  ))}
                {by_proposal !== null && currency !== null && (
                  <Text size="xs" c="dimmed">
                    {t('pricing.charged.by_proposal', { amount: money(by_proposal, currency) })}
                  </Text>
                )}
                {kept && (
                  <Text size="sm" c="dimmed">
                    {textOf('pricing.charged.kept', kept, kept, { count: fewestCharged })}
                  </Text>
                )}
              </WordsCell>
            </tr>
          )
        })}
      </tbody>
    </SmallTable>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Text size="xs">
    {label}: {children}
  </Text>
)
