import { backtestValidationRulesetEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import { chargebackDays } from '@kontor/contract/decisions/backtest/backtest.rules'
import type { RulesetAction } from '@kontor/contract/decisions/decision.rules'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useScope } from '../../platform/api/scope.ts'
import { useRecordForm } from '../../platform/form/record-form.tsx'
import { useMay } from '../../platform/viewer.ts'
import { Section } from '../../ui/section.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { BacktestControls } from './backtest-controls.tsx'
import { BacktestNotes } from './backtest-notes.tsx'
import { useBacktestWords } from './backtest-words.ts'
import { useWrittenRuleset } from './rules-written.ts'
import { testedOf, useBacktest } from './use-backtest.ts'

type Reply = ReplyOf<typeof backtestValidationRulesetEndpoint> & { days: number }

/** Says which earlier payments the rules would have hit, and what became of them. `id` is that of a saved ruleset. */
export function RulesetBacktest({ id }: { id: string | undefined }) {
  return useMay(backtestValidationRulesetEndpoint) ? <Test id={id} /> : null
}

function Test({ id }: { id: string | undefined }) {
  const { t } = useTranslation()
  const scope = useScope()
  const [days, setDays] = useState(90)
  const backtest = useBacktest<Reply>()
  const { state } = backtest
  const written = useWrittenRuleset(id)
  const tested = testedOf(written, days)
  const run = () => {
    if (!written) return
    void backtest.run(tested, async (progress, signal) => ({
      ...(await call(backtestValidationRulesetEndpoint, { body: { ...written, days, progress }, scope, signal })),
      days,
    }))
  }
  return (
    <Section title={t('backtest.title')} text={t('backtest.ruleset_text')}>
      {written === undefined ? (
        <Text size="sm">{t('backtest.not_whole')}</Text>
      ) : (
        <Stack gap="sm">
          <BacktestControls backtest={backtest} days={days} onDays={setDays} onRun={run} />
          {state.step === 'done' && (
            <Result action={written.action} result={state.result} isOutdated={state.of !== tested} />
          )}
          {id === undefined && <StartByTagging />}
        </Stack>
      )}
    </Section>
  )
}

const focusOnce = (words: HTMLElement | null) => words?.focus()

/** A new ruleset that blocks may put a tag on payments first. The words that take the place of the button get its focus. */
function StartByTagging() {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const [isStarted, setStarted] = useState(false)
  const tag = () => {
    form.setFieldValue('action', 'tag')
    setStarted(true)
  }
  if (isStarted && form.values['action'] === 'tag')
    return (
      <Text size="sm" tabIndex={-1} ref={focusOnce}>
        {t('backtest.tags_now')}
      </Text>
    )
  if (form.values['action'] !== 'block') return null
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={tag}>
        {t('backtest.start_by_tagging')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('backtest.start_by_tagging_text')}
      </Text>
    </Group>
  )
}

interface ResultProps {
  action: RulesetAction
  result: Reply
  isOutdated: boolean
}

function Result({ action, result, isOutdated }: ResultProps) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  const { payments, hits, volumes, young, overlaps, precision, recall } = result
  const of = words.count(payments)
  if (payments === 0)
    return (
      <>
        <Text size="sm">{t('backtest.no_payments')}</Text>
        <BacktestNotes looked={result} isOutdated={isOutdated} />
      </>
    )
  const range = ({ low, high }: { low: number; high: number }) => ({ low: words.part(low), high: words.part(high) })
  return (
    <>
      <div role="status">
        <Text size="sm" fw={600}>
          {hits === 0
            ? t('backtest.hits_none', { of })
            : t('backtest.hits', {
                count: hits,
                of,
                share: words.part(hits / payments),
                volume: words.volume(volumes),
              })}
        </Text>
      </div>
      <Figures action={action} result={result} />
      {action === 'block' && (
        <>
          {precision && hits > 0 && <Text size="sm">{t('backtest.precision', range(precision))}</Text>}
          {recall && <Text size="sm">{t('backtest.recall', range(recall))}</Text>}
          {young > 0 && <Text size="sm">{t('backtest.young', { count: young, days: chargebackDays })}</Text>}
        </>
      )}
      {overlaps.length > 0 && (
        <ul aria-label={t('backtest.overlaps')}>
          {overlaps.map(({ id, name, both }) => (
            <li key={id}>
              <Text size="sm">{t('backtest.overlap', { name, count: both })}</Text>
            </li>
          ))}
        </ul>
      )}
      <Text size="sm" c="dimmed">
        {t('backtest.past')}
      </Text>
      <BacktestNotes looked={result} isOutdated={isOutdated} />
    </>
  )
}

const rowsOf = {
  block: ['good', 'caught', 'declined', 'blocked', 'rest', 'missed', 'already'],
  tag: ['tagged', 'already'],
  '3dSecure': ['challenges', 'already'],
} as const satisfies Record<RulesetAction, readonly string[]>

/** What became of the payments, with amounts where money was won or lost. */
function Figures({ action, result }: Omit<ResultProps, 'isOutdated'>) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  const figures = { ...result, tagged: result.hits, challenges: result.hits }
  const amounts = { good: result.good_volumes, caught: result.caught_volumes }
  return (
    <SmallTable label={t('backtest.figure')}>
      <thead>
        <tr>
          <WordsHead>{t('backtest.figure')}</WordsHead>
          <NumberHead>{t('backtest.payments')}</NumberHead>
          <NumberHead>{t('backtest.volume')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {rowsOf[action].map((name) => (
          <tr key={name}>
            <WordsCell>{t(`backtest.${name}`)}</WordsCell>
            <NumberCell>{words.count(figures[name])}</NumberCell>
            <NumberCell>{name === 'good' || name === 'caught' ? words.volume(amounts[name]) : ''}</NumberCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
