import {
  createOrganisationEndpoint,
  organisationTreeEndpoint,
} from '@kontor/contract/organisations/organisation.endpoints'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { Button, Group, Text } from '@mantine/core'
import { IconFilterOff } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { AddButton } from '../platform/list/add-button.tsx'
import { drawnAs, withSearch } from '../platform/list/address/list-search.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { ExportButton } from '../platform/list/export/export-button.tsx'
import { ListPanel } from '../platform/list/list-panel.tsx'
import { SearchBox } from '../platform/list/search-box.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PanelBeside } from '../ui/page/side-panel.tsx'
import styles from './organisation.page.module.css'
import { above, asQuery, foundIn, openRows, type Tree, treeOf } from './organisation-rows.ts'
import { OrganisationTree } from './organisation-tree.tsx'
import { TreeOrList } from './tree-or-list.tsx'

const CreateOrganisation = lazy(() =>
  import('./organisation.form.tsx').then((module) => ({ default: module.CreateOrganisation })),
)

/** The tree itself is searched, which knows no names of merchants. */
const searched = { ...organisation, search: { name: 'contains', id: 'is' } } as const

const OrganisationList = lazy(() =>
  import('./organisation-list.tsx').then((module) => ({ default: module.OrganisationList })),
)

export default function OrganisationPage() {
  const { search } = useListAddress()
  if (search[drawnAs] !== 'list') return <OrganisationsAsTree />
  return (
    <Suspense fallback={<NotYet error={null} refetch={() => {}} height={320} />}>
      <OrganisationList />
    </Suspense>
  )
}

/** The tree of a merchant's organisations; for the provider outside a merchant's view, those of all merchants. */
function OrganisationsAsTree() {
  const { t } = useTranslation()
  const labels = useLabels()
  const address = useListAddress()
  const { data, error, refetch } = useRead(organisationTreeEndpoint)
  const [below, setBelow] = useState<{ id: string } | undefined>()
  const tree = useMemo(() => treeOf(data?.nodes ?? []), [data])
  const text = typeof address.search._search === 'string' ? address.search._search.trim() : ''
  const found = useMemo(() => (text ? foundIn(tree, text) : tree), [tree, text])
  const folds = useFolds(tree, address.id)
  const rows = useMemo(() => openRows(found, (id) => text !== '' || folds.isOpen(id)), [found, text, folds.isOpen])
  const clear = () => address.change(withSearch(address.search, 'name', ''))

  const page = (
    <div className={styles.page}>
      <PageHead title={t('nav.organisations.label')} text={t('nav.organisations.description')}>
        <TreeOrList />
        <AddButton do={createOrganisationEndpoint}>
          {(opened, close) => opened && <CreateOrganisation onClose={close} />}
        </AddButton>
      </PageHead>
      <div className={styles.tools}>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={text !== ''} onClick={() => folds.all(true)}>
            {t('organisations.open_all')}
          </Button>
          <Button size="xs" variant="default" disabled={text !== ''} onClick={() => folds.all(false)}>
            {t('organisations.close_all')}
          </Button>
          <ExportButton entity={organisation} query={{ _sort: 'name', ...asQuery(text) }} />
          {data && (
            <Text size="sm" c="dimmed">
              {t('organisations.count', { count: data.nodes.length, formatted: labels.number(data.nodes.length) })}
            </Text>
          )}
        </Group>
        <SearchBox
          entity={searched}
          search={address.search}
          onChange={(next) => address.change(next, { replace: true })}
        />
      </div>
      {data && !data.is_complete && <Text size="sm">{t('organisations.too_many')}</Text>}
      {!data ? (
        <NotYet error={error} refetch={refetch} height={320} />
      ) : rows.length === 0 ? (
        <EmptyState
          role="status"
          icon={<IconFilterOff />}
          title={t('list.filtered_empty')}
          text={t('organisations.none_found', { text })}
          action={<Button onClick={clear}>{t('organisations.show_all')}</Button>}
        />
      ) : (
        <OrganisationTree
          label={t('nav.organisations.label')}
          rows={rows}
          openId={address.id}
          onOpen={address.open}
          onFold={folds.set}
          onAdd={setBelow}
        />
      )}
      {below && (
        <Suspense fallback={null}>
          <CreateOrganisation key={below.id} parent={below.id} onClose={() => setBelow(undefined)} />
        </Suspense>
      )}
    </div>
  )
  const panel = address.id && <ListPanel entity={organisation} rows={rows} id={address.id} address={address} />
  return <PanelBeside panel={panel}>{page}</PanelBeside>
}

/** The open branches: at first the top. Whenever the address opens the panel of another node, the way to it opens. */
function useFolds(tree: Tree, openId: string | undefined) {
  const [folds, setFolds] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [shownId, setShownId] = useState<string>()
  // The node of the address may arrive after the address.
  const present = openId !== undefined && tree.byId.has(openId) ? openId : undefined
  if (present !== shownId) {
    setShownId(present)
    if (present) setFolds(folded(folds, above(tree, present), true))
  }
  return useMemo(() => {
    const tops = (tree.children.get('') ?? []).map(({ id }) => id)
    return {
      isOpen: (id: string) => folds.get(id) ?? (tops.length === 1 && tops.includes(id)),
      set: (ids: readonly string[], isOpen: boolean) => setFolds((before) => folded(before, ids, isOpen)),
      all: (isOpen: boolean) => setFolds(new Map([...tree.byId.keys()].map((id) => [id, isOpen || tops.includes(id)]))),
    }
  }, [tree, folds])
}

const folded = (before: ReadonlyMap<string, boolean>, ids: readonly string[], isOpen: boolean) =>
  new Map([...before, ...ids.map((id) => [id, isOpen] as const)])
