import type { ReactNode } from 'react'
import type { Related } from '../../../platform/api/related.ts'
import { ShortId } from '../../../ui/short-id.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import typography from '../../../ui/words/typography.module.css'
import styles from './chosen-line.module.css'

/** Something that a payment profile chose, with its own facts below its name. */
export function ChosenLine<C extends { name: string; active: boolean }>(props: {
  of: Related<C>
  /** In place of the name, when the viewer may not see it. */
  unseen: string
  children: (chosen: C) => ReactNode
}) {
  const { of, unseen, children } = props
  if (typeof of === 'string')
    return (
      <div className={styles.line}>
        <span>{unseen}</span> <ShortId value={of} />
      </div>
    )
  return (
    <div className={styles.line}>
      <div className={styles.head}>
        <strong className={typography.anywhere}>{of.name}</strong>
        {!of.active && <StatusTag status="INACTIVE" />}
      </div>
      {children(of)}
    </div>
  )
}
