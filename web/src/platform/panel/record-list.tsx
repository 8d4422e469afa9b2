import { IconCircleDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../value/instant.tsx'

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
  const { t } = useTranslation()
  const nameOf = ({ actor_kind, actor_name }: E) =>
    actor_kind === 'user' && actor_name
      ? actor_name
      : t([`payments.actor.${actor_kind}_${actor_name ? 'named' : 'nameless'}`, `payments.actor.${actor_kind}`], {
          name: actor_name ?? '',
        })
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
              <span className="anywhere">{nameOf(entry)}</span>
            </div>
          </div>
        </li>
      ))}
    </ol>
  )
}
