import type { ReactNode } from 'react'
import styles from './small-table.module.css'

interface Cell {
  children: ReactNode
}

interface SmallTableProps extends Cell {
  label: string
  /** True where its `extra` columns give way to `WhereNarrow`, so that the last column stays in sight on a phone. */
  folds?: boolean
}

/** A table inside a panel. A table that is wider than its place scrolls, with the keyboard as well. */
export function SmallTable({ label, folds = false, children }: SmallTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={folds ? `${styles.scroll} ${styles.folding}` : styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  )
}

export const WordsHead = ({ children }: Cell) => <th scope="col">{children}</th>

interface NumberProps extends Cell {
  isExtra?: boolean
}

export function NumberHead({ isExtra = false, children }: NumberProps) {
  return (
    <th scope="col" className={isExtra ? `${styles.number} ${styles.extra}` : styles.number}>
      {children}
    </th>
  )
}

export const NumberCell = ({ isExtra = false, children }: NumberProps) => (
  <td className={isExtra ? `${styles.number} ${styles.extra}` : styles.number}>{children}</td>
)

/** What the extra columns of a table say, where they are folded away. */
export const WhereNarrow = ({ children }: Cell) => <div className={styles.narrow}>{children}</div>

/** A cell with text of any length, which wraps. */
export const WordsCell = ({ children }: Cell) => <td className={styles.words}>{children}</td>
