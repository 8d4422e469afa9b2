import { type Branch, branchesOf, isBranch, type Node, type Side } from '@kontor/contract/decisions/routings/tree.rules'
import { useTranslation } from 'react-i18next'
import { useAskedNames } from '../conditions/asked-names.ts'
import { BranchSentence, EndName } from './editor/tree-sentence.tsx'
import { type TreeNames, useTreeWords } from './editor/tree-words.ts'
import type { ShareOf } from './shares.ts'
import styles from './tree-text.module.css'

interface TreeTextProps {
  tree: Branch
  known: TreeNames
  /** The share of recent payments at an end. */
  shareOf?: ShareOf | undefined
}

/** A tree in words, to be read: an indented list of sentences with the processors at their ends. */
export function TreeText({ tree, known: { currency, names }, shareOf }: TreeTextProps) {
  const asked = useAskedNames(branchesOf(tree).flatMap((branch) => branch.if))
  const words = useTreeWords({ currency, names: { ...asked, ...names } })
  return <Place node={tree} words={words} shareOf={shareOf} />
}

interface PlaceProps {
  node: Node
  side?: Side
  /** The branch that it is an end of. */
  of?: string
  shareOf: ShareOf | undefined
  words: ReturnType<typeof useTreeWords>
}

function Place({ node, side, of, shareOf, words }: PlaceProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.place}>
      {side && <span className={styles.side}>{t(`routings.${side}`)}</span>}
      {isBranch(node) ? (
        <div className={styles.branch}>
          <BranchSentence branch={node} words={words} />
          <Place node={node.then} side="then" of={node.id} shareOf={shareOf} words={words} />
          <Place node={node.else} side="else" of={node.id} shareOf={shareOf} words={words} />
        </div>
      ) : (
        <EndName name={words.processorText(node)} share={of && side && shareOf?.(of, side)} />
      )}
    </div>
  )
}
