import {
  createRoutingEndpoint,
  deleteRoutingEndpoint,
  updateRoutingEndpoint,
} from '@kontor/contract/decisions/routings/routing.endpoints'
import { routing } from '@kontor/contract/decisions/routings/routing.entity'
import { ActionIcon, Button, Paper } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconGitFork, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCount, useList, useRow } from '../../platform/api/reading.ts'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { IfMay } from '../../platform/if-may.tsx'
import { apiQueryOf, limitOf } from '../../platform/list/address/list-search.ts'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { ListPanel } from '../../platform/list/list-panel.tsx'
import { Pager } from '../../platform/list/pager.tsx'
import { SearchBox } from '../../platform/list/search-box.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useListScreen } from '../../platform/screen/use-screen.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PanelBeside } from '../../ui/page/side-panel.tsx'
import styles from './routing.page.module.css'
import { namesOf, populate, type RoutingRow, type WholeRouting } from './routing-row.ts'
import { useShares } from './shares.ts'
import { TreeText } from './tree-text.tsx'

/** All routings as cards that unfold; a name opens the panel beside them (001 section 2.5). */
export default function RoutingPage() {
  const { t } = useTranslation()
  const address = useListAddress()
  const query = apiQueryOf(address.search, useListScreen())
  const { data: rows, error, refetch } = useList<typeof routing, RoutingRow>(routing, query, { populate })
  const { data: total } = useCount(routing, query)
  const isSearch = typeof address.search._search === 'string' && address.search._search !== ''
  const page = (
    <div className={styles.page}>
      <PageHead title={t('nav.routing.label')} text={t('nav.routing.description')}>
        <CreateButton />
      </PageHead>
      <SearchBox
        entity={routing}
        search={address.search}
        onChange={(next) => address.change(next, { replace: true })}
      />
      {!rows ? (
        <NotYet error={error} refetch={refetch} height={240} />
      ) : rows.length === 0 ? (
        <EmptyState
          role="status"
          icon={<IconGitFork />}
          title={isSearch ? t('list.filtered_empty') : t('routings.none')}
          {...(isSearch ? {} : { text: t('routings.none_text') })}
        />
      ) : (
        <ul className={styles.cards} aria-label={t('nav.routing.label')}>
          {rows.map((row) => (
            <li key={row.id}>
              <Card row={row} />
            </li>
          ))}
        </ul>
      )}
      {rows && (total ?? 0) > limitOf(address.search) && (
        <Pager
          search={address.search}
          onChange={(search) => address.change(search)}
          shown={rows.length}
          total={total}
        />
      )}
    </div>
  )
  const panel = address.id && <ListPanel entity={routing} rows={rows} id={address.id} address={address} />
  return <PanelBeside panel={panel}>{page}</PanelBeside>
}

function CreateButton() {
  const { t } = useTranslation()
  return (
    <IfMay do={createRoutingEndpoint}>
      <Button component={Link} to="/intelligent-routing/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
        {t('routings.add')}
      </Button>
    </IfMay>
  )
}

function Card({ row }: { row: RoutingRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { search } = useListAddress()
  const [isOpen, setOpen] = useState(false)
  const { name } = row
  const fold = t(isOpen ? 'routings.fold' : 'routings.unfold', { name })
  return (
    <Paper component="article" withBorder className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <ActionIcon size={28} aria-label={fold} title={fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? (
            <IconChevronDown size={16} aria-hidden="true" />
          ) : (
            <IconChevronRight size={16} aria-hidden="true" />
          )}
        </ActionIcon>
        <strong className={styles.name}>
          <AnchorLink
            to={`/intelligent-routing/view/${row.id}` as '/'}
            search={search}
            resetScroll={false}
            data-row={row.id}
          >
            {name}
          </AnchorLink>
        </strong>
        <CardActions row={row} />
      </div>
      <div className={styles.facts}>
        <span>{labels.value('payment_product', undefined, row.payment_product)}</span>
        {typeof row.organisation !== 'string' && <span>{row.organisation.name}</span>}
        <span>{row.uses === 0 ? t('routings.unused') : t('routings.uses', { count: row.uses })}</span>
      </div>
      {isOpen && <CardTree id={row.id} />}
    </Paper>
  )
}

function CardActions({ row }: { row: RoutingRow }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { id, name } = row
  const [edit, remove] = [t('routings.edit_title', { name }), t('routings.delete_named', { name })]
  return (
    <>
      <IfMay do={updateRoutingEndpoint}>
        <ActionIcon
          size={28}
          aria-label={edit}
          title={edit}
          renderRoot={(props) => <Link to="/intelligent-routing/$routeId" params={{ routeId: id }} {...props} />}
        >
          <IconPencil size={16} aria-hidden="true" />
        </ActionIcon>
      </IfMay>
      <IfMay do={deleteRoutingEndpoint}>
        <ActionIcon
          size={28}
          aria-label={remove}
          title={row.uses > 0 ? t('routings.delete_used_text') : remove}
          // A button that does nothing stays focusable, so that its reason can be read.
          data-disabled={row.uses > 0 || undefined}
          aria-disabled={row.uses > 0 || undefined}
          onClick={() => row.uses === 0 && setAsking(true)}
        >
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
        <ConfirmCommand
          endpoint={deleteRoutingEndpoint}
          params={{ id }}
          opened={isAsking}
          onClose={() => setAsking(false)}
          title={t('action.delete_title', { name })}
          text={t('routings.delete_text')}
          verb={t('action.delete')}
          isDangerous
          done={t('routings.deleted', { name })}
        />
      </IfMay>
    </>
  )
}

function CardTree({ id }: { id: string }) {
  const { data, error, refetch } = useRow<typeof routing, WholeRouting>(routing, id, { populate })
  const shareOf = useShares(id)
  if (!data) return <NotYet error={error} refetch={refetch} rows={3} />
  return (
    <div className={styles.tree}>
      <TreeText
        tree={data.details}
        known={{ currency: data.currency_code, names: namesOf(data.processors) }}
        shareOf={shareOf}
      />
    </div>
  )
}
