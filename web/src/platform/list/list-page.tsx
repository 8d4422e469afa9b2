import type { Entity } from '@kontor/contract/entity'
import { formatQueryString, type Query } from '@kontor/contract/lists/query-string'
import { isAllowed } from '@kontor/contract/roles'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PanelBeside } from '../../ui/page/side-panel.tsx'
import { useCount, useList } from '../api/reading.ts'
import { useEntity } from '../api/related.ts'
import { engineNow } from '../api/server-time.ts'
import { Failed } from '../failed.tsx'
import type { ListScreen } from '../screen/screen.ts'
import { useListScreen } from '../screen/use-screen.ts'
import { useLabels } from '../value/labels.ts'
import { useSeesMerchants, useViewer } from '../viewer.ts'
import { afterChange, hasOwnWindow, windowStart } from './address/default-window.ts'
import { apiQueryOf, atRow, cleared, limitOf, skipOf, sortedBy, sortOf, withoutFilter } from './address/list-search.ts'
import { useListAddress } from './address/use-list-address.ts'
import type { BulkAction } from './bulk/bulk.ts'
import { useSelection } from './bulk/use-selection.ts'
import { type Column, withMerchant } from './columns/columns.tsx'
import { useColumnSettings } from './columns/use-column-settings.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import styles from './list-page.module.css'
import { ListPanel } from './list-panel.tsx'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import { DataTable } from './table/data-table.tsx'
import { usePlaces, useWholePage } from './use-places.ts'

const BulkBar = lazy(() => import('./bulk/bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))
const ListEmpty = lazy(() => import('./list-empty.tsx'))
const ListTotals = lazy(() => import('./list-totals.tsx').then((module) => ({ default: module.ListTotals })))

interface ListPageProps<R extends { id: string }> {
  columns: readonly Column<R>[]
  populate?: readonly string[]
  /** Opens a row that has no panel. */
  onOpen?: (row: R) => void
  /** Actions on several rows at once. */
  bulk?: readonly BulkAction[]
  /** What stands in place of a list that has no rows at all, where the specification has words for it. */
  emptyTitle?: string
  /** Puts the rows in order for the table, with others between them. */
  arrange?: (rows: readonly R[]) => readonly R[]
  /** The most rows of a list without pages. */
  limit?: number
  /** What stands between the title and the list. */
  above?: ReactNode
  /** Actions of the page, beside its title. */
  children?: ReactNode
}

/** A list whose whole state is the address. The screen's description names its entity. */
export function ListPage<R extends { id: string }>(props: ListPageProps<R>) {
  const { populate } = props
  const screen = useListScreen()
  const { route: path, label, fixed } = screen
  const entity = useListEntity(screen)
  const { t } = useTranslation()
  const labels = useLabels()
  const { time_zone } = useViewer()
  const address = useListAddress()
  const settings = useColumnSettings(path, useSeesMerchants() ? withMerchant(entity, props.columns) : props.columns)
  const search = props.limit ? { ...address.search, _limit: String(props.limit) } : address.search
  const query = apiQueryOf(search, screen)
  const places = usePlaces(entity)
  const asked = places.of(query)
  const list = useList<Entity, R>(entity, asked, populate ? { populate } : {})
  const count = useCount(entity, query)
  const rows = list.data
  const name = labels.entities(entity)
  const selection = useSelection(formatQueryString(query), rows)
  const actions = useAllowed(props.bulk)
  // A key that opens a row leads into its panel; the arrow keys do not.
  const [entered, setEntered] = useState<{ id: string }>()
  useEffect(() => {
    if (address.id === undefined) setEntered(undefined)
  }, [address.id])
  // After the first selection the bulk parts stay mounted, because a running action may empty the list.
  const isBulk = useEver(selection.rows.length > 0)

  const start = windowStart(engineNow(), time_zone)
  const initial: Query = screen.window ? { 'created_at>': start } : {}
  const change = (next: Query, options?: { replace?: boolean }) =>
    address.change(afterChange(entity, screen, start, address.search, next), options)
  const hasFailed = list.error !== null && !rows
  const isWindow = screen.window === true && hasOwnWindow(address.search, start)
  const isEmpty = rows?.length === 0 && skipOf(address.search) === 0 && !list.isPlaceholderData
  const hasRows = !hasFailed && !isEmpty
  const turn = (next: Query) => {
    places.note(query, apiQueryOf(next, screen), list.isPlaceholderData ? undefined : rows)
    change(next)
  }
  useWholePage(asked, list.isPlaceholderData ? undefined : rows, () => places.forget(query))
  useLastPage(address.search, rows, count.data, (search) => change(search, { replace: true }))

  const page = (
    <div className={styles.page}>
      <PageHead title={t(`nav.${label}.label`)} text={t(`nav.${label}.description`)}>
        {props.children}
      </PageHead>
      {props.above}
      <div className={styles.tools}>
        <FilterBar
          entity={entity}
          search={address.search}
          {...(fixed ? { fixed } : {})}
          initial={initial}
          onChange={change}
        />
        <div className={styles.right}>
          <SearchBox entity={entity} search={address.search} onChange={(next) => change(next, { replace: true })} />
          <ListTools
            entity={entity}
            viewed={{ entity, path, search: address.search, initial, onChange: change }}
            query={query}
            settings={settings}
            isBusy={list.isFetching || count.isFetching}
          />
        </div>
      </div>
      {hasFailed && list.error ? (
        <Failed refusal={list.error} onRetry={() => void list.refetch()} />
      ) : isEmpty ? (
        <Suspense fallback={null}>
          <ListEmpty
            entity={entity}
            search={address.search}
            fixed={fixed}
            title={props.emptyTitle}
            onChange={change}
            onClear={() => change(cleared(address.search))}
          />
        </Suspense>
      ) : (
        <DataTable
          label={t('list.table', { name })}
          columns={settings.visible}
          nameOf={(column) => labels.field(entity, column.name)}
          rows={rows && props.arrange ? props.arrange(rows) : rows}
          pageSize={limitOf(address.search)}
          isStale={list.isPlaceholderData}
          sort={sortOf(entity, address.search)}
          onSort={(field) => change(sortedBy(entity, address.search, field))}
          openId={address.id}
          selection={actions.length > 0 ? selection : undefined}
          onEnter={(id) => setEntered({ id })}
          onOpen={(row) => (props.onOpen ? props.onOpen(row) : address.open(row.id))}
        />
      )}
      {hasRows && entity.totals.length > 0 && (
        <div className={styles.totals}>
          <Suspense fallback={null}>
            <ListTotals entity={entity} query={query} count={count.data} />
          </Suspense>
        </div>
      )}
      {/* The bar of the selection stands beside the pager, so that the list keeps its height. */}
      <div className={styles.foot}>
        {isBulk && (
          <Suspense fallback={null}>
            <BulkBar
              entity={entity}
              sort={query._sort}
              actions={actions}
              rows={selection.rows}
              onClear={selection.clear}
            />
          </Suspense>
        )}
        {hasRows && (count.data ?? 0) > (props.limit ?? -1) && (
          <Pager
            search={search}
            onChange={turn}
            shown={rows?.length}
            total={count.data}
            {...(isWindow ? { onShowAll: () => change(withoutFilter(address.search, 'created_at')) } : {})}
          />
        )}
      </div>
    </div>
  )
  const panel = address.id && screen.panel && (
    <ListPanel
      entity={entity}
      rows={rows}
      id={address.id}
      address={address}
      entered={entered?.id === address.id ? entered : undefined}
    />
  )
  return <PanelBeside panel={panel}>{page}</PanelBeside>
}

function useListEntity({ entity: name, route }: ListScreen): Entity {
  const entity = useEntity(name)
  if (!entity) throw new TypeError(`${route} is a list of ${name}, which is no entity`)
  return entity
}

function useAllowed(actions: readonly BulkAction[] = []): readonly BulkAction[] {
  const { roles } = useViewer()
  return actions.filter((action) => action.roles.every((each) => isAllowed(each, roles)))
}

function useEver(is: boolean): boolean {
  const [was, setWas] = useState(false)
  if (is && !was) setWas(true)
  return is || was
}

/** A page beyond the last row, for example after a deletion, becomes the last page. */
function useLastPage(
  search: Query,
  rows: readonly unknown[] | undefined,
  total: number | undefined,
  go: (search: Query) => void,
) {
  const limit = limitOf(search)
  const last = total === undefined ? 0 : Math.max(0, Math.ceil(total / limit) - 1) * limit
  const isBehind = rows?.length === 0 && total !== undefined && skipOf(search) > last
  useEffect(() => {
    if (isBehind) go(atRow(search, last))
  })
}
