import { type Tag, tag } from '@kontor/contract/tags/tag.entity'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { HistoryBelow } from '../platform/panel/history-tab.tsx'
import panelHead from '../platform/panel/panel-head.module.css'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { RecentTransactions } from './recent-transactions.tsx'
import { TagActions } from './tag-actions.tsx'
import { TagTitle } from './tag-chip.tsx'
import type { TagRow } from './tag-row.ts'

export default function TagPanel({ id }: { id: string }) {
  const labels = useLabels()
  const label = (name: keyof Tag) => labels.field(tag, name)
  const { data: row, error, refetch } = useRow<typeof tag, TagRow>(tag, id, { populate: tag.populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={6} />
  return (
    <>
      <header className={panelHead.head}>
        <TagTitle tag={row} />
        {row.description && <div className={panelHead.sub}>{row.description}</div>}
        <TagActions row={row} />
      </header>
      <FieldList
        fields={[
          [label('color'), row.color],
          [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
          [label('recent_transactions'), <RecentTransactions key="recent" of={row} />],
          [label('created_at'), <Instant key="at" value={row.created_at} />],
          [label('id'), <ShortId key="id" value={row.id} />],
        ]}
      />
      <HistoryBelow entity={tag} id={id} />
    </>
  )
}
