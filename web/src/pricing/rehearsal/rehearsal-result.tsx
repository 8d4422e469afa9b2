import { getRehearsalEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import type { Scheme } from '@kontor/contract/pricing/scheme.entity'
import { exactly } from '@kontor/contract/sums'
import { Alert, Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'
import type { SchemeVersion } from '../versions/scheme-version.ts'
import { LeftOut } from './left-out.tsx'
import { PairPayments } from './pair-payments.tsx'
import { isOfPayments, type Pair, type PaymentPair, type Rehearsal, type RehearsalReply } from './rehearsal-row.ts'
import { useRehearsalWords } from './rehearsal-words.ts'

type Sums = Rehearsal['totals'][number]

interface ResultProps {
  row: Scheme
  version: SchemeVersion
  rehearsal: Rehearsal
}

/** What merchants would have paid: in all, each, and line by line. */
export function RehearsalResult({ row, version, rehearsal }: ResultProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [of, setOf] = useState<string>()
  const [pair, setPair] = useState<PaymentPair>()
  const params = { id: row.id, version: version.id, rehearsal: rehearsal.id }
  const { data, error, refetch } = useRead(getRehearsalEndpoint, { params, query: of ? { of } : {} })
  const all = useRead(getRehearsalEndpoint, { params, query: {} })
  const narrow = (merchant: string | undefined) => {
    setOf(merchant)
    setPair(undefined)
  }
  if (!all.data) return <NotYet error={error} refetch={refetch} rows={8} />
  const { merchants, merchants_in_all } = all.data
  const name = merchants.find(({ id }) => id === of)?.name
  return (
    <>
      <InAll version={version} rehearsal={rehearsal} />
      {merchants.length === 0 ? (
        <Text size="sm">{t('rehearsal.nothing')}</Text>
      ) : (
        <PanelSection title={t('rehearsal.per_merchant')}>
          <Merchants merchants={merchants} onChoose={narrow} />
          {merchants_in_all > merchants.length && (
            <Text size="xs" c="dimmed" mt={6}>
              {t('rehearsal.more_merchants', {
                shown: labels.number(merchants.length),
                all: labels.number(merchants_in_all),
              })}
            </Text>
          )}
        </PanelSection>
      )}
      {data && data.pairs.length > 0 && (
        <PanelSection title={name ? t('rehearsal.per_line_of', { name }) : t('rehearsal.per_line')}>
          {name && (
            <Group mb="xs">
              <Button size="xs" variant="default" onClick={() => narrow(undefined)}>
                {t('rehearsal.all_merchants')}
              </Button>
            </Group>
          )}
          <Pairs pairs={data.pairs} onChoose={setPair} />
        </PanelSection>
      )}
      {pair && <PairPayments params={params} pair={pair} of={of} />}
    </>
  )
}

function InAll({ version, rehearsal }: Omit<ResultProps, 'row'>) {
  const { t } = useTranslation()
  const labels = useLabels()
  const words = useRehearsalWords()
  return (
    <div>
      <Text fw={600}>{words.summaryOf(rehearsal)}</Text>
      {rehearsal.is_exact && (
        <Text size="sm">
          {t('rehearsal.counted', {
            count: rehearsal.captures,
            span: words.spanOf(rehearsal),
            number: labels.number(rehearsal.captures),
          })}
        </Text>
      )}
      <LeftOut of={rehearsal} />
      {rehearsal.revision !== version.revision && (
        <Alert color="yellow" mt="xs">
          {t('rehearsal.other_lines')}
        </Alert>
      )}
      {!rehearsal.is_exact && (
        <Alert color="red" mt="xs">
          {t('rehearsal.differs', {
            counted: labels.number(rehearsal.captures),
            booked: labels.number(rehearsal.captures_booked),
          })}
        </Alert>
      )}
    </div>
  )
}

function SumHeads() {
  const { t } = useTranslation()
  return (
    <>
      <NumberHead>{t('rehearsal.payments')}</NumberHead>
      <NumberHead>{t('rehearsal.difference')}</NumberHead>
      <NumberHead>{t('rehearsal.old_fee')}</NumberHead>
      <NumberHead>{t('rehearsal.new_fee')}</NumberHead>
      <NumberHead>{t('rehearsal.cost')}</NumberHead>
      <NumberHead>{t('rehearsal.margin')}</NumberHead>
      <NumberHead>{t('rehearsal.volume')}</NumberHead>
    </>
  )
}

/** `onOpen`: the number of payments opens them. */
function SumCells({ of, onOpen }: { of: Sums; onOpen?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const cell = (name: 'volume' | 'old_fee' | 'new_fee' | 'difference' | 'cost') => (
    <NumberCell>
      <Money amount={exactly(of, name)} currency={of.currency_code} />
    </NumberCell>
  )
  const margin = exactly(of, 'margin') ?? 0
  return (
    <>
      <NumberCell>
        {onOpen ? (
          <Anchor component="button" type="button" inherit onClick={onOpen}>
            {labels.number(of.payments)}
          </Anchor>
        ) : (
          labels.number(of.payments)
        )}
      </NumberCell>
      {cell('difference')}
      {cell('old_fee')}
      {cell('new_fee')}
      {cell('cost')}
      <NumberCell>
        <Money amount={margin} currency={of.currency_code} />
        {BigInt(margin) < 0n && (
          <div>
            <WordTag color="red">{t('rehearsal.loss')}</WordTag>
          </div>
        )}
      </NumberCell>
      {cell('volume')}
    </>
  )
}

function Merchants({
  merchants,
  onChoose,
}: {
  merchants: RehearsalReply['merchants']
  onChoose: (id: string) => void
}) {
  const { t } = useTranslation()
  return (
    <SmallTable label={t('rehearsal.per_merchant')}>
      <thead>
        <tr>
          <WordsHead>{t('pricing.merchant')}</WordsHead>
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {merchants.map((each) => (
          <tr key={`${each.id} ${each.currency_code}`}>
            <WordsCell>
              <Anchor component="button" type="button" inherit ta="start" onClick={() => onChoose(each.id)}>
                {each.name}
              </Anchor>
            </WordsCell>
            <SumCells of={each} onOpen={() => onChoose(each.id)} />
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

function Pairs({ pairs, onChoose }: { pairs: readonly Pair[]; onChoose: (pair: PaymentPair) => void }) {
  const { t } = useTranslation()
  const oldName = ({ old_line, old_scheme, old_version, old_number }: Pair) =>
    old_line === null
      ? t('rehearsal.no_line')
      : t('rehearsal.old_line', { scheme: old_scheme, version: old_version, number: old_number })
  return (
    <SmallTable label={t('rehearsal.per_line')}>
      <thead>
        <tr>
          <WordsHead>{t('pricing.event_label')}</WordsHead>
          <WordsHead>{t('rehearsal.lines')}</WordsHead>
          <SumHeads />
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={`${pair.currency_code} ${pair.event} ${pair.old_line} ${pair.new_line}`}>
            <td>{t(`pricing.event.${pair.event}`)}</td>
            <WordsCell>
              {oldName(pair)} → {pair.new_line === null ? t('rehearsal.no_line') : pair.new_number}
            </WordsCell>
            <SumCells of={pair} onOpen={isOfPayments(pair) ? () => onChoose(pair) : undefined} />
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
