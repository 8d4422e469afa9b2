import type { backtestRoutingEndpoint } from '@kontor/contract/decisions/backtest/backtest.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NumberCell, NumberHead, SmallTable, WordsCell, WordsHead } from '../../ui/table/small-table.tsx'
import { ApprovalText } from './approval-text.tsx'
import { useBacktestWords } from './backtest-words.ts'
import { CostText } from './cost-text.tsx'
import styles from './moved-table.module.css'

type Reply = ReplyOf<typeof backtestRoutingEndpoint>
export type Pair = Reply['pairs'][number]

interface MovedTableProps {
  pairs: readonly Pair[]
  /** Undefined: the tree has changed since, or may not be changed. */
  onSplit: ((pair: Pair) => void) | undefined
}

/** The payments that move, from which processor to which. What became of payments like them is said below the figures. */
export function MovedTable({ pairs, onSplit }: MovedTableProps) {
  const { t } = useTranslation()
  const words = useBacktestWords()
  return (
    <SmallTable label={t('backtest.moves')}>
      <thead>
        <tr>
          <WordsHead>{t('backtest.from')}</WordsHead>
          <WordsHead>{t('backtest.to')}</WordsHead>
          <NumberHead>{t('backtest.payments')}</NumberHead>
          <NumberHead>{t('backtest.volume')}</NumberHead>
        </tr>
      </thead>
      {pairs.map((pair) => (
        <tbody key={`${pair.from.id} ${pair.to.id}`} className={styles.pair}>
          <tr>
            <WordsCell>{pair.from.name}</WordsCell>
            <WordsCell>{pair.to.name}</WordsCell>
            <NumberCell>{words.count(pair.count)}</NumberCell>
            <NumberCell>{words.volume(pair.volumes)}</NumberCell>
          </tr>
          <tr>
            <td colSpan={4}>
              <Likely pair={pair} onSplit={onSplit} />
            </td>
          </tr>
        </tbody>
      ))}
    </SmallTable>
  )
}

/** What is to be expected of a pair, and the way to try it with few payments first. */
function Likely({ pair, onSplit }: { pair: Pair } & Pick<MovedTableProps, 'onSplit'>) {
  const { t } = useTranslation()
  return (
    <div className={styles.likely}>
      <div>
        <ApprovalText pair={pair} />
      </div>
      {pair.cost !== null && (
        <div>
          <CostText pair={pair} />
        </div>
      )}
      {onSplit && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('backtest.split_named', { from: pair.from.name, to: pair.to.name })}
          onClick={() => onSplit(pair)}
        >
          {t('backtest.split')}
        </Button>
      )}
    </div>
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
