import styles from './tip-box.module.css'

/** The tooltip of a point or mark. */
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
