import { listCostsOfRevenueSchemeEndpoint } from '@kontor/contract/pricing/costs/costs.endpoints'
import { type LineProblem, linesProblems } from '@kontor/contract/pricing/line-problems'
import type { Line, SchemeType } from '@kontor/contract/pricing/price.rules'
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IfMay } from '../../platform/if-may.tsx'
import { BelowCostNow } from '../costs/below-cost-now.tsx'
import styles from './check.module.css'
import { useProblemText } from './problem-words.ts'
import { lineOf, type TypedLine } from './typed-line.ts'

interface CheckProps {
  lines: readonly TypedLine[]
  currency: string | null
  type: SchemeType
  /** The scheme of what merchants pay that they are of; its lines are compared with costs. */
  revenueScheme: string | undefined
  /** Goes to a line by its number. */
  onOpen: (number: number) => void
}

/** What is wrong with the lines as they are typed, each with the way to the line. */
export function Check({ lines, currency, type, revenueScheme, onOpen }: CheckProps) {
  const { t } = useTranslation()
  const known = lines.map(lineOf)
  const wrong = known.flatMap((line, at) => (line ? [] : [at + 1]))
  // While a line is no line yet, the others cannot be compared with it.
  const problems = wrong.length > 0 ? [] : linesProblems(known as Line[], currency)
  return (
    <aside className={styles.check} aria-label={t('pricing.check')}>
      <Text fw={600} size="sm" role="status">
        {wrong.length > 0
          ? t('pricing.check_unreadable', { count: wrong.length })
          : problems.length === 0
            ? t('pricing.check_sound', { count: lines.length })
            : t('pricing.check_problems', { count: problems.length })}
      </Text>
      <ul className={styles.problems}>
        {wrong.map((number) => (
          <li key={number}>
            <Open numbers={[number]} onOpen={onOpen} /> {t('pricing.unreadable')}
          </li>
        ))}
        {problems.map((problem) => (
          <Problem key={`${problem.code} ${problem.lines}`} problem={problem} onOpen={onOpen} />
        ))}
      </ul>
      {revenueScheme && wrong.length === 0 && (
        <IfMay do={listCostsOfRevenueSchemeEndpoint}>
          <BelowCostNow scheme={revenueScheme} lines={known as Line[]} currency={currency} />
        </IfMay>
      )}
      <Text size="xs" c="dimmed">
        {t(type === 'COST' ? 'pricing.who_wins_of_costs' : 'pricing.who_wins')}
      </Text>
    </aside>
  )
}

function Problem({ problem, onOpen }: { problem: LineProblem } & Pick<CheckProps, 'onOpen'>) {
  const textOf = useProblemText()
  return (
    <li>
      {textOf(problem)} <Open numbers={problem.lines} onOpen={onOpen} />
    </li>
  )
}

function Open({ numbers, onOpen }: { numbers: readonly number[] } & Pick<CheckProps, 'onOpen'>) {
  const { t } = useTranslation()
  return numbers.map((number) => (
    <Anchor key={number} component="button" type="button" size="sm" mr={6} onClick={() => onOpen(number)}>
      {t('pricing.line_number', { number })}
    </Anchor>
  ))
}
