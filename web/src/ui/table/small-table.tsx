import type { ReactNode } from 'react'
import styles from './small-table.module.css'

interface Cell {
  children: ReactNode
}

/** A table inside a panel. A table that is wider than its place scrolls, with the keyboard as well. */
export function SmallTable({ label, children }: Cell & { label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>{children}</table>
    </section>
  )
}

export const WordsHead = ({ children }: Cell) => <th scope="col">{children}</th>

export function NumberHead({ children }: Cell) {
  return (
    <th scope="col" className={styles.number}>
      {children}
    </th>
  )
}

export const NumberCell = ({ children }: Cell) => <td className={styles.number}>{children}</td>

/** A cell with text of any length, which wraps. */
export const WordsCell = ({ children }: Cell) => <td className={styles.words}>{children}</td>
