import { IconCircleDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useActorText } from '../value/actor.ts'
import { Instant } from '../value/instant.tsx'

interface Entry {
  id: number
  at: string
  actor_kind: string
  actor_name: string | null
}

/** What people did with something, newest first, and who it was. */
export function RecordList<E extends Entry>({
  entries,
  children,
}: {
  entries: readonly E[]
  children: (entry: E) => ReactNode
}) {
  const actorOf = useActorText()
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.id} className="timeline-item">
          <span className="timeline-icon">
            <IconCircleDot size={16} aria-hidden="true" />
          </span>
          <div className="timeline-body">
            {children(entry)}
            <div className="timeline-when">
              <Instant value={entry.at} />
              <span className="anywhere">{actorOf(entry.actor_kind, entry.actor_name)}</span>
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
