import type { Contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { isDoubt } from '@kontor/contract/contradictions/ending.rules'
import { useTranslation } from 'react-i18next'
import { Money } from '../../platform/value/money.tsx'
import { useKnownText } from '../../ui/known-text.ts'
import { colourOfStatus } from '../../ui/status-tag.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'
import styles from './said.module.css'

/** What we have, or what the processor says, in words that other screens use. A word that we do not know is shown as it is. */
export function Said({ word }: { word: string | null }) {
  const textOf = useKnownText()
  if (word === null) return '–'
  return <WordTag color={colourOfStatus(word)}>{textOf(['contradictions.said', 'fields:status'], word, word)}</WordTag>
}

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
