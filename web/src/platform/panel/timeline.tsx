import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './timeline.module.css'

/** What happened, an item each. */
export function Timeline({ reversed, children }: { reversed?: boolean; children: ReactNode }) {
  return (
    <ol className={styles.timeline} reversed={reversed}>
      {children}
    </ol>
  )
}

/** `when` is the line below it: the instant, and who did it. */
export function TimelineRow({
  icon: Icon,
  when,
  children,
}: {
  icon: TablerIcon
  when: ReactNode
  children: ReactNode
}) {
  return (
    <li className={styles.item}>
      <span className={styles.icon}>
        <Icon size={16} aria-hidden="true" />
      </span>
      <div className={styles.body}>
        {children}
        <div className={styles.when}>{when}</div>
      </div>
    </li>
  )
}

/** From one thing to another, in one line where there is room. */
export const TimelineChange = ({ children }: { children: ReactNode }) => <div className={styles.change}>{children}</div>
