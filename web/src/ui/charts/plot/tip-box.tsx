import styles from './tip-box.module.css'

/** What is said of the point or mark that is looked at. */
export function TipBox({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div className={styles.box}>
      <b>{title}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}
