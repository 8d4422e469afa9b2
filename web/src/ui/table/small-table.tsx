import type { ReactNode } from 'react'
import styles from './small-table.module.css'

interface Cell {
  children: ReactNode
}

interface SmallTableProps extends Cell {
  label: string
  /**
   * True where its `extra` columns give way to `WhereNarrow`, so that the last column stays in sight on a phone;
   * `early`: in a panel beside a list as well.
   */
  folds?: boolean | 'early'
  /** True for a table of many rows and columns: its heads, and the first column, which names the row, stay in sight. */
  sticks?: boolean
}

/** A table inside a panel. A table that is wider than its place scrolls, with the keyboard as well. */
export function SmallTable({ label, folds = false, sticks = false, children }: SmallTableProps) {
  const box = [
    styles.scroll,
    ...(folds ? [styles.folding] : []),
    ...(folds === 'early' ? [styles.early] : []),
    ...(sticks ? [styles.sticking] : []),
  ].join(' ')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={box} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  )
}

interface FoldingCell extends Cell {
  isExtra?: boolean
}

export const WordsHead = ({ isExtra = false, children }: FoldingCell) => (
  <th scope="col" className={isExtra ? styles.extra : undefined}>
    {children}
  </th>
)

export function NumberHead({ isExtra = false, children }: FoldingCell) {
  return (
    <th scope="col" className={isExtra ? `${styles.number} ${styles.extra}` : styles.number}>
      {children}
    </th>
  )
}

export const NumberCell = ({ isExtra = false, children }: FoldingCell) => (
  <td className={isExtra ? `${styles.number} ${styles.extra}` : styles.number}>{children}</td>
)

/** What the extra columns of a table say, where they are folded away. */
export const WhereNarrow = ({ children }: Cell) => <div className={styles.narrow}>{children}</div>

/** A cell with text of any length, which wraps. */
export const WordsCell = ({ isExtra = false, children }: FoldingCell) => (
  <td className={isExtra ? `${styles.words} ${styles.extra}` : styles.words}>{children}</td>
)
