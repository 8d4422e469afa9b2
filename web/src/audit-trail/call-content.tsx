import type { auditTrailContentEndpoint } from '@kontor/contract/audit-trail/audit-trail.endpoints'
import { contentDays } from '@kontor/contract/audit-trail/audit-trail.rules'
import type { Entity } from '@kontor/contract/entity'
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { useRead } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { BlockSkeleton } from '../ui/page/skeletons.tsx'
import styles from './call-content.module.css'
import { CallOverview } from './call-overview.tsx'
import { ResponseStatus } from './response-status.tsx'
import type { CallRow } from './rows.ts'

const BodyViewer = lazy(() => import('./viewer/body-viewer.tsx').then((module) => ({ default: module.BodyViewer })))

type Content = ReturnType<typeof useRead<typeof auditTrailContentEndpoint>>

interface CallContentProps {
  entity: Entity
  row: CallRow
  content: Content
  part: 'request' | 'response'
}

/** The overview, the headers and the body of one half of a call. */
export function CallContent({ entity, row, content, part }: CallContentProps) {
  const { t } = useTranslation()
  return (
    <>
      <Overview entity={entity} row={row} part={part} />
      <Half row={row} content={content} part={part} />
      <Text size="xs" c="dimmed" mt="sm">
        {t('audit_trail.masked')}
      </Text>
    </>
  )
}

function Overview({ entity, row, part }: Pick<CallContentProps, 'entity' | 'row' | 'part'>) {
  const labels = useLabels()
  const label = (name: string) => labels.field<string>(entity, name)
  const bytes = part === 'request' ? row.request_bytes : row.response_bytes
  const own =
    part === 'request'
      ? ([
          [label('origin'), row.origin],
          [label('destination'), row.destination],
        ] as const)
      : ([
          [label('response_code'), <ResponseStatus key="code" row={row} />],
          [label('refusal'), row.refusal],
        ] as const)
  return (
    <CallOverview
      entity={entity}
      row={row}
      more={[...own, [label(`${part}_bytes`), bytes === null ? null : labels.number(bytes)]]}
    />
  )
}

function Half({ row, content: { data, error, refetch }, part }: Omit<CallContentProps, 'entity'>) {
  const { t } = useTranslation()
  if (!data) return <NotYet error={error} refetch={refetch} height={200} />
  if (data.state !== 'kept')
    return <Text size="sm">{t(`audit_trail.content.${data.state}`, { days: contentDays })}</Text>
  const { headers, body } = data[part]
  return (
    <>
      <PanelSection title={t('audit_trail.headers')}>
        {headers.length === 0 ? <Text size="sm">{t('audit_trail.no_headers')}</Text> : <Headers headers={headers} />}
      </PanelSection>
      <PanelSection title={t('audit_trail.body')}>
        {body === null ? (
          <Text size="sm">{t('audit_trail.no_body')}</Text>
        ) : (
          <Suspense fallback={<BlockSkeleton height={200} />}>
            <BodyViewer url={row.url} headers={headers} body={body} />
          </Suspense>
        )}
      </PanelSection>
    </>
  )
}

function Headers({ headers }: { headers: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.headers}>
      {headers.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
