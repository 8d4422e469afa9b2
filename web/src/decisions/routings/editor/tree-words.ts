import { useTranslation } from 'react-i18next'
import { useConditionWords } from '../../conditions/condition-words.ts'
import { type Draft, type DraftBranch, isDraftBranch, type Row } from './tree-edit.ts'

export interface TreeNames {
  /** The currency of amounts. */
  readonly currency: string
  /** Names of processors, customers and cards by id. */
  readonly names: Readonly<Record<string, string>>
  /** The processors could not be read, so nothing is known of one without a name. */
  readonly isUnread?: boolean
}

/** Places of a tree in words, for labels, findings and announcements. */
export function useTreeWords({ currency, names, isUnread }: TreeNames) {
  const { t } = useTranslation()
  const { clauseText, ruleText } = useConditionWords()

  const rowText = ({ name, operator, value }: Row): string => {
    if (name === null) return t('routings.new_condition')
    if (operator === null || value === null) return t('routings.begun_condition', { rule: ruleText(name) })
    return clauseText({ name, operator, value }, { currency, names })
  }
  /** "if the amount is more than € 100.00 and …" */
  const branchText = (branch: Pick<DraftBranch, 'if'>): string =>
    t('routings.if_text', { conditions: branch.if.map(rowText).join(` ${t('routings.and')} `) })
  const processorText = (id: string): string => {
    const end = id.slice(-8)
    return names[id] ?? (isUnread ? `…${end}` : t('routings.unseen_processor', { id: end }))
  }
  const placeText = (node: Draft): string => {
    if (node === null) return t('routings.nothing_yet')
    return isDraftBranch(node) ? branchText(node) : processorText(node)
  }
  return { rowText, branchText, processorText, placeText }
}
