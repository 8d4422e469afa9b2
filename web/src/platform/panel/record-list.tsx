import { IconCircleDot } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
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
  const { t } = useTranslation()
  const nameOf = ({ actor_kind, actor_name }: E) =>
    actor_kind === 'user' && actor_name
      ? actor_name
      : t([`payments.actor.${actor_kind}_${actor_name ? 'named' : 'nameless'}`, `payments.actor.${actor_kind}`], {
          name: actor_name ?? '',
        })
  return (
    <Timeline>
      {entries.map((entry) => (
        <TimelineRow
          key={entry.id}
          icon={IconCircleDot}
          when={
            <>
              <Instant value={entry.at} />
              <span className={typography.anywhere}>{nameOf(entry)}</span>
            </>
          }
        >
          {children(entry)}
        </TimelineRow>
      ))}
    </Timeline>
  )
}
