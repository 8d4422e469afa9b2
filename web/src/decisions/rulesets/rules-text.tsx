import { useTranslation } from 'react-i18next'
import { useAskedNames } from '../conditions/asked-names.ts'
import { useConditionWords } from '../conditions/condition-words.ts'
import styles from './rules-text.module.css'
import type { RulesetRow } from './ruleset-row.ts'

type Of = Pick<RulesetRow, 'rules' | 'currency_code'>

/** The rules of a ruleset as one sentence. */
export function useRulesText({ rules, currency_code: currency }: Of): string {
  const { i18n } = useTranslation()
  const { conditionText } = useConditionWords()
  const names = useAskedNames(rules)
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' })
  return list.format(rules.map((rule) => conditionText(rule, { currency, names })))
}

/** The rules of a ruleset, one below the other: all of them must hold. */
export function RulesText({ of: { rules, currency_code } }: { of: Of }) {
  const { t } = useTranslation()
  const { conditionText } = useConditionWords()
  const names = useAskedNames(rules)
  const texts = rules.map((rule) => conditionText(rule, { currency: currency_code, names }))
  return (
    <ul className={styles.rules} aria-label={t('rulesets.rules')}>
      {texts.map((text, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and a panel shows them as they are.
        <li key={place}>{text}</li>
      ))}
    </ul>
  )
}
