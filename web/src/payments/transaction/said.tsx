import type { Contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { doubtWords, isDoubt } from '@kontor/contract/contradictions/ending.rules'
import { useTranslation } from 'react-i18next'
import { Money } from '../../platform/value/money.tsx'
import { useKnownText } from '../../ui/known-text.ts'
import { colourOfStatus } from '../../ui/status-tag.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'
import { whyNotWorked } from './contradiction-title.ts'
import styles from './said.module.css'

/** What we have, or what the processor says, in words that other screens use. A word that we do not know is shown as it is. */
export function Said({ word }: { word: string | null }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  if (word === null) return '–'
  const why = whyNotWorked(word)
  if (why !== undefined) return <WordTag color="yellow">{t('contradictions.said_not_worked', { why })}</WordTag>
  const color = awaitsLook.has(word) ? 'yellow' : colourOfStatus(word)
  return <WordTag color={color}>{textOf(['contradictions.said', 'fields:status'], word, word)}</WordTag>
}

/** Words that are the status of nothing: somebody has to look what became of the money. */
const awaitsLook: ReadonlySet<string> = new Set([madeTwice, 'UNDONE', ...doubtWords])

/** What both say of the same payment, one below the other. */
export function BothSay({ row }: { row: Omit<Contradiction, 'organisation'> }) {
  const { t } = useTranslation()
  return (
    <dl className={styles.both}>
      <dt>{t('contradictions.we_say')}</dt>
      <dd>
        <Said word={row.we_say_now ?? row.we_say} />
        {row.our_amount !== null && row.currency_code && <Money amount={row.our_amount} currency={row.currency_code} />}
        {row.we_say_now !== null && row.we_say_now !== row.we_say && (
          <span className={styles.then}>
            {t('contradictions.then')} <Said word={row.we_say} />
          </span>
        )}
      </dd>
      <dt>
        {isDoubt(row) ? t('contradictions.doubt') : t('contradictions.they_say', { processor: row.processor_name })}
      </dt>
      <dd>
        <Said word={row.they_say} />
        {row.their_amount !== null && row.their_currency_code && (
          <Money amount={row.their_amount} currency={row.their_currency_code} />
        )}
      </dd>
    </dl>
  )
}
