import {
  createOrganisationEndpoint,
  deleteOrganisationEndpoint,
  organisationHoldersEndpoint,
  updateOrganisationEndpoint,
} from '@kontor/contract/organisations/organisation.endpoints'
import { type Organisation, organisation } from '@kontor/contract/organisations/organisation.entity'
import { createPaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { IconBuildingStore, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead, useRow } from '../platform/api/reading.ts'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../platform/panel/panel-head.tsx'
import { PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Cell } from '../platform/value/cell.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { useHolderText } from './holder-text.ts'
import type { OrganisationRow } from './organisation.form.tsx'
import styles from './organisation.panel.module.css'

const CreateOrganisation = lazy(() =>
  import('./organisation.form.tsx').then((module) => ({ default: module.CreateOrganisation })),
)
const CreateProfile = lazy(() =>
  import('./profiles/payment-profile.form.tsx').then((module) => ({ default: module.CreateProfile })),
)
const EditOrganisation = lazy(() =>
  import('./organisation.form.tsx').then((module) => ({ default: module.EditOrganisation })),
)

/** An organisation's address and what belongs to it, and its history. */
export default function OrganisationPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(organisation, id)
  const {
    data: row,
    error,
    refetch,
  } = useRow<typeof organisation, OrganisationRow>(organisation, id, {
    populate: ['parent'],
  })
  if (!row) return <NotYet error={error} refetch={refetch} rows={10} />
  return (
    <>
      <TitledHead title={row.name} actions={<Actions row={row} />}>
        {row.parent === null
          ? t('organisations.root')
          : typeof row.parent === 'string'
            ? null
            : t('organisations.below', { name: row.parent.name })}
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[{ name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> }, ...history]}
      />
    </>
  )
}

function Actions({ row }: { row: OrganisationRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateOrganisationEndpoint, row.id))
  const wasAdding = useHasDraft(draftName(createOrganisationEndpoint, row.id))
  const wasAddingShop = useHasDraft(draftName(createPaymentProfileEndpoint, row.id))
  const [open, setOpen] = useState(wasEditing ? 'edit' : wasAdding ? 'add' : wasAddingShop ? 'add_shop' : 'nothing')
  const close = () => setOpen('nothing')
  return (
    <ActionBar>
      <IfMay do={createOrganisationEndpoint}>
        <ActionButton
          icon={IconPlus}
          label={t('organisations.add')}
          named={t('organisations.add_below', { name: row.name })}
          onClick={() => setOpen('add')}
        />
      </IfMay>
      <IfMay do={updateOrganisationEndpoint}>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
      </IfMay>
      <IfMay do={createPaymentProfileEndpoint}>
        <ActionButton icon={IconBuildingStore} label={t('profiles.add')} onClick={() => setOpen('add_shop')} />
      </IfMay>
      <IfMay do={deleteOrganisationEndpoint}>
        <DeleteButton row={row} />
      </IfMay>
      <Suspense fallback={null}>
        {open === 'add' && <CreateOrganisation parent={row.id} onClose={close} />}
        {open === 'add_shop' && <CreateProfile of={row.id} onClose={close} />}
        {open === 'edit' && <EditOrganisation row={row} onClose={close} />}
      </Suspense>
    </ActionBar>
  )
}

function DeleteButton({ row }: { row: OrganisationRow }) {
  const { t } = useTranslation()
  const holders = useHolders(row.id)
  const reason =
    row.parent === null
      ? t('organisations.root_stays')
      : holders.length > 0
        ? t('organisations.held', { list: holders.map(({ text }) => text).join(', ') })
        : undefined
  return (
    <DeleteAction
      endpoint={deleteOrganisationEndpoint}
      row={row}
      text={t('organisations.delete_text')}
      done={t('organisations.deleted', { name: row.name })}
      reason={reason}
    />
  )
}

/** The rows that belong to the organisation, in words. */
function useHolders(id: string) {
  const textOf = useHolderText()
  const { data = [] } = useRead(organisationHoldersEndpoint, { params: { id } })
  return data.map((each) => ({ holder: each.holder, text: textOf(each) }))
}

const fields: readonly (keyof Organisation & string)[] = [
  'email',
  'phone',
  'street',
  'street_number',
  'extended_address',
  'postal_code',
  'locality',
  'region',
  'country_code',
  'tax_number',
]

function Details({ row }: { row: OrganisationRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const holders = useHolders(row.id)
  const cell = (name: keyof Organisation & string) =>
    [
      labels.field(organisation, name),
      row[name] === null ? null : <Cell key={name} entity={organisation} name={name} row={row} />,
    ] as const
  return (
    <>
      <FieldList
        fields={[
          ...fields.map(cell),
          [labels.field(organisation, 'parent'), row.parent && <RelatedName key="parent" of={row.parent} />],
          cell('created_at'),
          cell('id'),
        ]}
      />
      {holders.length > 0 && (
        <PanelSection title={t('organisations.holds')}>
          <ul className={styles.holders}>
            {holders.map(({ holder, text }) => (
              <li key={holder}>{text}</li>
            ))}
          </ul>
        </PanelSection>
      )}
    </>
  )
}
