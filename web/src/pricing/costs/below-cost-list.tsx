import styles from './below-cost-list.module.css'

/** What is below cost, a sentence each. */
export function BelowCostList({ texts }: { texts: readonly string[] }) {
  return texts.length === 0 ? null : (
    <ul className={styles.list}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
