import type { Entity } from '@kontor/contract/entity'
import { useTranslation } from 'react-i18next'
import { useList, useRow } from '../platform/api/reading.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { addressOfRow } from '../platform/screen/screen.ts'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import styles from './call-family.module.css'
import { ResponseStatus } from './response-status.tsx'
import type { AuditTrailItem, CallRow } from './rows.ts'
import { mostChildren } from './use-call-tree.ts'

/** The call that caused this one, and those that this one caused. */
export function CallFamily({ entity, row }: { entity: Entity; row: CallRow }) {
  const { t } = useTranslation()
  const parent = useRow<Entity, AuditTrailItem>(entity, row.parent ?? undefined)
  const query = { parent: row.id, _sort: 'created_at', _limit: String(mostChildren) }
  const children = useList<Entity, AuditTrailItem>(entity, query, { enabled: row.has_children })
  return (
    <>
      {parent.data && <Calls entity={entity} title={t('audit_trail.caused_by')} rows={[parent.data]} />}
      {row.has_children && children.data && (
        <Calls
          entity={entity}
          title={t('audit_trail.caused')}
          rows={children.data.filter((each) => each.parent === row.id)}
        />
      )}
    </>
  )
}

function Calls({ entity, title, rows }: { entity: Entity; title: string; rows: readonly AuditTrailItem[] }) {
  const labels = useLabels()
  const screen = useListScreen()
  if (rows.length === 0) return null
  return (
    <PanelSection title={title}>
      <ul className={styles.calls}>
        {rows.map((row) => (
          <li key={row.id}>
            <AnchorLink to={addressOfRow(screen, row.id) as string}>{row.route}</AnchorLink>
            <span>{labels.value('type', entity.fields['type'], row.type)}</span>
            <ResponseStatus row={row} />
            <Instant value={row.created_at} hasSeconds />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
