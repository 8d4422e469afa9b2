import { IconCircleDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import typography from '../../ui/words/typography.module.css'
import { useActorText } from '../value/actor.ts'
import { Instant } from '../value/instant.tsx'
import { Timeline, TimelineRow } from './timeline.tsx'

interface Entry {
  id: number
  at: string
  actor_kind: string
  actor_name: string | null
}

/** Actions of people on a record, newest first, with their names. */
export function RecordList<E extends Entry>({
  entries,
  children,
}: {
  entries: readonly E[]
  children: (entry: E) => ReactNode
}) {
  const actorOf = useActorText()
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineRow
          key={entry.id}
          icon={IconCircleDot}
          when={
            <>
              <Instant value={entry.at} hasSeconds />
              <span className={typography.anywhere}>{actorOf(entry.actor_kind, entry.actor_name)}</span>
            </>
          }
        >
          {children(entry)}
        </TimelineRow>
      ))}
    </Timeline>
  )
}
