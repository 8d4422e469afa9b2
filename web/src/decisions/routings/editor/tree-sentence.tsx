import { useTranslation } from 'react-i18next'
import { WordTag } from '../../../ui/words/word-tag.tsx'
import type { DraftBranch } from './tree-edit.ts'
import styles from './tree-sentence.module.css'
import type { useTreeWords } from './tree-words.ts'

type Words = Pick<ReturnType<typeof useTreeWords>, 'rowText'>

/** A branch that is done: "If the amount is more than € 100.00 and …" */
export function BranchSentence({ branch, words }: { branch: Pick<DraftBranch, 'if'>; words: Words }) {
  const { t } = useTranslation()
  return (
    <span className={styles.sentence}>
      {branch.if.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids
        <span key={place}>
          <strong>{place === 0 ? t('routings.if') : ` ${t('routings.and')}`}</strong> {words.rowText(row)}
        </span>
      ))}
    </span>
  )
}

interface EndNameProps {
  name: string
  /** The share of recent payments. */
  share?: string | undefined
}

export function EndName({ name, share }: EndNameProps) {
  return (
    <span className={styles.end}>
      <WordTag variant="light" color="blue" maw="100%">
        {name}
      </WordTag>
      {/* The space parts the words for whoever hears them. */}
      {share && <span className={styles.share}> {share}</span>}
    </span>
  )
}
