import type { Entity } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { Change, History as Read } from '@kontor/contract/platform/history'
import { isUuid } from '@kontor/contract/uuid'
import { Text } from '@mantine/core'
import { IconArrowNarrowRight, IconCircleMinus, IconCirclePlus, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownText } from '../../ui/known-text.ts'
import { ShortId } from '../../ui/short-id.tsx'
import typography from '../../ui/words/typography.module.css'
import { useRead } from '../api/reading.ts'
import { NotYet } from '../not-yet.tsx'
import { useActorText } from '../value/actor.ts'
import { Cell } from '../value/cell.tsx'
import { Instant } from '../value/instant.tsx'
import { useLabels } from '../value/labels.ts'
import { Money } from '../value/money.tsx'
import styles from './history.module.css'
import { Timeline, TimelineRow } from './timeline.tsx'

const icons = { created: IconCirclePlus, updated: IconPencil, deleted: IconCircleMinus } as const

/** The changes of a row: who made each, when, by which command, and the values before and after. */
export function History({ entity, id }: { entity: Entity; id: string }) {
  const { t } = useTranslation()
  const { history } = entityEndpoints<Entity>(entity)
  const { data, error, refetch } = useRead(history, { params: { id } })
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
  const { at, actor_kind, actor_name, acted_as_merchant, command, ip } = change
  return (
    <>
      <Instant value={at} hasSeconds />
      <span className={typography.anywhere}>
        {acted_as_merchant
          ? t('history.by_provider', { name: actorOf(actor_kind, actor_name) })
          : actorOf(actor_kind, actor_name)}
      </span>
      {command !== null && <code className={styles.command}>{command}</code>}
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
        const value = (of: unknown) => <Value entity={known} name={field} value={of} read={read} />
        return (
          <div key={field}>
            <dt>{labels.field<string>(entity, field.replace(/_id$/, ''))}</dt>
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

interface ValueProps {
  entity: Entity
  name: string
  value: unknown
  read: Read
}

function Value({ entity, name, value, read }: ValueProps): ReactNode {
  const labels = useLabels()
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'string' && isUuid(value)) return read.names[value] ?? <ShortId value={value} />
  if (typeof value === 'number' && entity.recordedAmounts.includes(name) && read.currency_code !== null)
    return <Money amount={value} currency={read.currency_code} />
  const field = entity.fields[name]
  if (field?.kind === 'money' && read.currency_code === null) return String(value)
  const currency = field?.kind === 'money' ? { [field.currency ?? 'currency_code']: read.currency_code } : {}
  if (field && field.kind !== 'text') return <Cell entity={entity} name={name} row={{ ...currency, [name]: value }} />
  if (typeof value === 'boolean') return labels.value(name, { kind: 'boolean', optional: false }, String(value))
  if (typeof value === 'object') return JSON.stringify(value)
  return field ? String(value) : labels.value(name, undefined, String(value))
}
