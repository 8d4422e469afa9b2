import { type Branch, isBranch, type Node, type Side } from '@kontor/contract/decisions/routings/tree.rules'
import { useTranslation } from 'react-i18next'
import { BranchSentence, EndName } from './editor/tree-sentence.tsx'
import { type TreeNames, useTreeWords } from './editor/tree-words.ts'
import styles from './tree-text.module.css'

/** A tree in words, to be read: an indented list of sentences with the processors at their ends. */
export function TreeText({ tree, known }: { tree: Branch; known: TreeNames }) {
  const words = useTreeWords(known)
  return <Place node={tree} words={words} />
}

interface PlaceProps {
  node: Node
  side?: Side
  words: ReturnType<typeof useTreeWords>
}

function Place({ node, side, words }: PlaceProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.place}>
      {side && <span className={styles.side}>{t(`routings.${side}`)}</span>}
      {isBranch(node) ? (
        <div className={styles.branch}>
          <BranchSentence branch={node} words={words} />
          <Place node={node.then} side="then" words={words} />
          <Place node={node.else} side="else" words={words} />
        </div>
      ) : (
        <EndName name={words.processorText(node)} />
      )}
    </div>
  )
}
