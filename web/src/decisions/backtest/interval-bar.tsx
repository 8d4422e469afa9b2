import styles from './interval-bar.module.css'

/** An interval of differences beside zero. The text next to it says the same. */
export function IntervalBar({ low, high }: { low: number; high: number }) {
  const most = Math.max(Math.abs(low), Math.abs(high), 0.02)
  const place = (value: number) => 50 + (value / most) * 48
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.range} style={{ left: `${place(low)}%`, width: `${place(high) - place(low)}%` }} />
      <div className={styles.zero} />
    </div>
  )
}
