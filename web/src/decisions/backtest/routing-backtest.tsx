import { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import type { BodyOf, ReplyOf } from '@kontor/contract/endpoint'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useScope } from '../../platform/api/scope.ts'
import { notify } from '../../platform/notify.ts'
import { useMay } from '../../platform/viewer.ts'
import { Section } from '../../ui/section.tsx'
import { keyOf } from '../routings/editor/tree-rows.ts'
import type { TreeEditing } from '../routings/editor/use-editor.ts'
import { BacktestControls } from './backtest-controls.tsx'
import { BacktestNotes } from './backtest-notes.tsx'
import { useBacktestWords } from './backtest-words.ts'
import { MovedTable, type Pair, ProcessorsTable } from './moved-table.tsx'
import { SamplesTable } from './samples-table.tsx'
import { splitEdit } from './split.ts'
import { testedOf, useBacktest } from './use-backtest.ts'

type Body = BodyOf<typeof backtestRoutingEndpoint>
type Reply = ReplyOf<typeof backtestRoutingEndpoint> & { days: number }

interface RoutingBacktestProps {
  /** Undefined while something is missing. */
  tree: Branch | undefined
  editing: TreeEditing
  isFixed: boolean
  /** What is tested beside the tree. */
  of: Pick<Body, 'routing' | 'organisation' | 'payment_product' | 'currency_code'>
  onShow: (place: string) => void
}

/** Says which earlier payments the tree would send elsewhere, and what payments like them did there. */
export function RoutingBacktest(props: RoutingBacktestProps) {
  return useMay(backtestRoutingEndpoint) ? <Test {...props} /> : null
}

function Test({ tree, editing, isFixed, of, onShow }: RoutingBacktestProps) {
  const { t } = useTranslation()
  const scope = useScope()
  const [days, setDays] = useState(28)
  const backtest = useBacktest<Reply>()
  const { state } = backtest
  const tested = testedOf(tree, of, days)
  const run = () => {
    if (!tree) return
    void backtest.run(tested, async (progress, signal) => ({
      ...(await call(backtestRoutingEndpoint, { body: { ...of, details: tree, days, progress }, scope, signal })),
      days,
    }))
  }
  const split = (pair: Pair) => {
    const edit = splitEdit(editing.now, pair)
    if (!edit || !('at' in edit) || !editing.edit(edit))
      return notify({ color: 'yellow', message: t('backtest.split_full') })
    onShow(keyOf(edit.at))
    notify({ color: 'green', message: t('backtest.split_done', { from: pair.from.name, to: pair.to.name }) })
  }
  const isOutdated = state.step === 'done' && state.of !== tested
  return (
    <Section title={t('backtest.title')} text={t('backtest.routing_text')}>
      {tree === undefined ? (
        <Text size="sm">{t('routings.not_whole')}</Text>
      ) : (
        <Stack gap="sm">
          <BacktestControls backtest={backtest} days={days} onDays={setDays} onRun={run} />
          {state.step === 'done' && (
            <Result result={state.result} isOutdated={isOutdated} onSplit={isOutdated || isFixed ? undefined : split} />
          )}
        </Stack>
      )}
    </Section>
  )
}

interface ResultProps {
  result: Reply
  isOutdated: boolean
  onSplit: ((pair: Pair) => void) | undefined
}

function Result({ result, isOutdated, onSplit }: ResultProps) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  const { payments, moved, kept, volumes, compared_with, payment_profiles } = result
  const of = words.count(payments)
  if (payments === 0)
    return (
      <>
        <Text size="sm">{t('backtest.no_payments')}</Text>
        <BacktestNotes looked={result} isOutdated={isOutdated} />
      </>
    )
  return (
    <>
      <div role="status">
        <Text size="sm" fw={600}>
          {moved === 0
            ? t('backtest.none_moved', { of })
            : t('backtest.moved', {
                count: moved,
                of,
                share: words.part(moved / payments),
                volume: words.volume(volumes),
              })}
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        {compared_with === 'routing'
          ? t('backtest.with_routing', { count: payment_profiles ?? 0 })
          : t('backtest.with_history')}
      </Text>
      {kept > 0 && <Text size="sm">{t('backtest.kept', { count: kept })}</Text>}
      {moved > 0 && (
        <>
          <MovedTable pairs={result.pairs} onSplit={onSplit} />
          <ProcessorsTable processors={result.processors} />
          <SamplesTable samples={result.samples} />
          <Text size="sm">{t('backtest.no_promise')}</Text>
          {result.cost !== null && <Text size="sm">{t('backtest.cost_from')}</Text>}
        </>
      )}
      <BacktestNotes looked={result} isOutdated={isOutdated} />
    </>
  )
}
