import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './timeline.module.css'

/** A list of events, a `TimelineRow` each. */
export function Timeline({ reversed, children }: { reversed?: boolean; children: ReactNode }) {
  return (
    <ol className={styles.timeline} reversed={reversed}>
      {children}
    </ol>
  )
}

/** One event. `when` is the line below it, with the instant and the actor. */
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

/** The parts of a change, such as two statuses and an arrow, in one line where there is room. */
export const TimelineChange = ({ children }: { children: ReactNode }) => <div className={styles.change}>{children}</div>
