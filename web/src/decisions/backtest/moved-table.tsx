import type { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { ApprovalText } from './approval-text.tsx'
import { useBacktestWords } from './backtest-words.ts'
import { CostText } from './cost-text.tsx'

type Reply = ReplyOf<typeof backtestRoutingEndpoint>
export type Pair = Reply['pairs'][number]

interface MovedTableProps {
  pairs: readonly Pair[]
  /** Undefined: the tree has changed since, or may not be changed. */
  onSplit: ((pair: Pair) => void) | undefined
}

/** The payments that move, from which processor to which. */
export function MovedTable({ pairs, onSplit }: MovedTableProps) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  const readsCosts = pairs.some(({ cost }) => cost !== null)
  return (
    <SmallTable label={t('backtest.moves')}>
      <thead>
        <tr>
          <WordsHead>{t('backtest.from')}</WordsHead>
          <WordsHead>{t('backtest.to')}</WordsHead>
          <NumberHead>{t('backtest.payments')}</NumberHead>
          <NumberHead>{t('backtest.volume')}</NumberHead>
          <WordsHead>{t('backtest.approval')}</WordsHead>
          {readsCosts && <WordsHead>{t('backtest.cost')}</WordsHead>}
          {onSplit && <td />}
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={`${pair.from.id} ${pair.to.id}`}>
            <WordsCell>{pair.from.name}</WordsCell>
            <WordsCell>{pair.to.name}</WordsCell>
            <NumberCell>{words.count(pair.count)}</NumberCell>
            <NumberCell>{words.volume(pair.volumes)}</NumberCell>
            <WordsCell>
              <ApprovalText pair={pair} />
            </WordsCell>
            {readsCosts && (
              <WordsCell>
                <CostText pair={pair} />
              </WordsCell>
            )}
            {onSplit && (
              <td>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('backtest.split_named', { from: pair.from.name, to: pair.to.name })}
                  onClick={() => onSplit(pair)}
                >
                  {t('backtest.split')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}

/** How many payments each processor has before and after. */
export function ProcessorsTable({ processors }: { processors: Reply['processors'] }) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  return (
    <SmallTable label={t('backtest.processors')}>
      <thead>
        <tr>
          <WordsHead>{t('backtest.processor')}</WordsHead>
          <NumberHead>{t('backtest.before')}</NumberHead>
          <NumberHead>{t('backtest.after')}</NumberHead>
        </tr>
      </thead>
      <tbody>
        {processors.map(({ id, name, before, after }) => (
          <tr key={id}>
            <WordsCell>{name}</WordsCell>
            <NumberCell>{words.count(before)}</NumberCell>
            <NumberCell>{words.count(after)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
