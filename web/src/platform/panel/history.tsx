import { describeAction } from '@kontor/contract/descriptions/action-descriptions'
import type { Endpoint } from '@kontor/contract/endpoint'
import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { Change, History as Read } from '@kontor/contract/platform/history'
import { Text } from '@mantine/core'
import { IconArrowNarrowRight, IconCircleMinus, IconCirclePlus, IconPencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useKnownText } from '../../ui/known-text.ts'
import typography from '../../ui/words/typography.module.css'
import { useRead } from '../api/reading.ts'
import { NotYet } from '../not-yet.tsx'
import { useActorText } from '../value/actor.ts'
import { Instant } from '../value/instant.tsx'
import { useLabels } from '../value/labels.ts'
import { useLanguage } from '../value/language.ts'
import { BackToThis, type KnownRow } from './back-to-this.tsx'
import styles from './history.module.css'
import { HistoryValue } from './history-value.tsx'
import { Timeline, TimelineRow } from './timeline.tsx'

const icons = { created: IconCirclePlus, updated: IconPencil, deleted: IconCircleMinus } as const

export interface HistoryProps {
  entity: Entity
  id: string
  /** The row as it is now, where it has no address of its own. */
  row?: KnownRow
  /** The address of the changes, where it is not the one of rows of the entity. */
  endpoint?: Endpoint<{ reply: z.ZodType<Read> }>
}

/** The changes of a row: who made each, when, by which command, and the values before and after. */
export function History({ entity, id, row, endpoint = entityEndpoints<Entity>(entity).history }: HistoryProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(endpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  if (data.changes.length === 0) return <Text size="sm">{t('history.none')}</Text>
  return (
    <Timeline reversed>
      {data.changes.map((change) => (
        <TimelineRow key={change.version} icon={icons[change.operation]} when={<By change={change} />}>
          <strong>
            <What change={change} />
          </strong>
          {change.fields.length > 0 && <Fields entity={entity} change={change} read={data} />}
          <BackToThis entity={entity} id={id} row={row} change={change} read={data} />
        </TimelineRow>
      ))}
    </Timeline>
  )
}

function What({ change: { operation, part } }: { change: Change }) {
  const { t } = useTranslation()
  const textOf = useKnownText()
  if (part === null) return t(`history.${operation}`)
  const name = textOf('history.part', part, part.replaceAll('_', ' '))
  return t(`history.part_${operation}`, { name })
}

function By({ change }: { change: Change }) {
  const { t } = useTranslation()
  const actorOf = useActorText()
  const language = useLanguage()
  const { version, at, actor_kind, actor_name, acted_as_merchant, command, ip, restored_from } = change
  return (
    <>
      <Instant value={at} hasSeconds />
      <span className={typography.anywhere}>
        {acted_as_merchant
          ? t('history.by_provider', { name: actorOf(actor_kind, actor_name) })
          : actorOf(actor_kind, actor_name)}
      </span>
      <span>{t('history.version', { version })}</span>
      {restored_from !== null && <span>{t('history.restored_from', { version: restored_from })}</span>}
      {command !== null && <span>{describeAction(command, language)}</span>}
      {ip !== null && <span>{ip}</span>}
    </>
  )
}

function Fields({ entity, change, read }: { entity: Entity; change: Change; read: Read }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const known = change.part === null ? entity : { ...entity, fields: {} }
  return (
    <dl className={styles.fields}>
      {change.fields.map(({ field, before, after, is_secret }) => {
        const value = (of: unknown) => <HistoryValue entity={known} name={field} value={of} read={read} />
        return (
          <div key={field}>
            <dt>{labels.field<string>(entity, field in known.fields ? field : field.replace(/_id$/, ''))}</dt>
            <dd>
              {is_secret ? (
                <em>{t('history.secret')}</em>
              ) : (
                <>
                  {change.operation !== 'created' && <del>{value(before)}</del>}
                  {change.operation === 'updated' && (
                    <IconArrowNarrowRight size={16} role="img" aria-label={t('payments.becomes')} />
                  )}
                  {change.operation !== 'deleted' && <ins>{value(after)}</ins>}
                </>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
