import type { ReactNode } from 'react'
import styles from './in-row.module.css'

/** A click on the row opens its panel; clicks and keys in here, and in dialogs from here, do not. */
export const InRow = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps what its buttons do from the row
  <span
    className={styles.inRow}
    onClick={(event) => event.stopPropagation()}
    onKeyDown={(event) => event.stopPropagation()}
  >
    {children}
  </span>
)
