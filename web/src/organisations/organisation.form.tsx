import type { Populated } from '@kontor/contract/entity'
import {
  createOrganisationEndpoint,
  organisationMoveEndpoint,
  updateOrganisationEndpoint,
} from '@kontor/contract/organisations/organisation.endpoints'
import { type Organisation, organisation } from '@kontor/contract/organisations/organisation.entity'
import {
  createOrganisationSchemas,
  updateOrganisationSchemas,
} from '@kontor/contract/organisations/organisation.schemas'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { Alert, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { idOf, type Related } from '../platform/api/related.ts'
import { changedValues } from '../platform/form/changed-values.ts'
import { CountryField, TextField } from '../platform/form/fields.tsx'
import { RecordForm, useFormValues } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { useLabels } from '../platform/value/labels.ts'
import { AddressFields } from './address-fields.tsx'

export type OrganisationRow = Populated<typeof organisation, { parent: Related<{ id: string; name: string }> | null }>

const empty = {
  ...{ name: '', email: '', phone: '', street: '', street_number: '', extended_address: '', postal_code: '' },
  ...{ locality: '', region: '', country_code: '', tax_number: '' },
}

const valuesOf = (row: Organisation | OrganisationRow) => ({
  ...empty,
  ...Object.fromEntries(Object.keys(empty).map((name) => [name, row[name as keyof typeof empty] ?? ''])),
  parent: row.parent === null ? '' : idOf(row.parent),
})

/** Adds an organisation below `parent`, or below the one that the form lets the user choose. */
export function CreateOrganisation({ parent, onClose }: { parent?: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  const own = useOwnOrganisation()
  return (
    <RecordForm
      endpoint={createOrganisationEndpoint}
      body={createOrganisationSchemas.body}
      title={t('organisations.add')}
      verb={t('organisations.add')}
      opened
      onClose={onClose}
      like={parent}
      initial={{ ...empty, country_code: 'NL', parent: parent ?? own }}
      onDone={() => notify({ color: 'green', message: t('organisations.created') })}
      goOn={(row) => open(String(row['id']))}
    >
      <NameAndParent />
      <PlaceFields />
    </RecordForm>
  )
}

/** Changes an organisation. Another parent moves it, and the form says whose view that changes. */
export function EditOrganisation({ row, onClose }: { row: OrganisationRow; onClose: () => void }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [opened] = useState(() => valuesOf(row))
  const isRoot = row.parent === null
  // The uppermost that this user sees: what it lies below can be neither shown nor changed.
  const isTop = typeof row.parent === 'string'
  return (
    <RecordForm
      endpoint={updateOrganisationEndpoint}
      body={updateOrganisationSchemas.body}
      params={{ id: row.id }}
      title={t('organisations.edit_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      // A colleague may have changed meanwhile what this form leaves alone, or moved it.
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(organisation, row.id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('organisations.saved') })}
    >
      {isRoot ? (
        <TextField name="name" disabled description={t('organisations.name_of_merchant')} />
      ) : isTop ? (
        <TextField name="name" maxLength={200} autoFocus />
      ) : (
        <NameAndParent merchant={row.merchant} />
      )}
      {!isRoot && !isTop && <Move id={row.id} from={opened.parent} />}
      <PlaceFields autoFocus={isRoot} />
    </RecordForm>
  )
}

function NameAndParent({ merchant }: { merchant?: string }) {
  const { t } = useTranslation()
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TextField name="name" maxLength={200} autoFocus />
      <RelatedField
        name="parent"
        missing={t('form.organisation_required')}
        target={organisation}
        isRequired
        query={{ _sort: 'name', ...(merchant ? { merchant } : {}) }}
      />
    </SimpleGrid>
  )
}

const PlaceFields = ({ autoFocus = false }: { autoFocus?: boolean }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
    <AddressFields autoFocus={autoFocus} />
    <CountryField name="country_code" />
  </SimpleGrid>
)

/** The effect of a move, said before it is saved. */
function Move({ id, from }: { id: string; from: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { parent } = useFormValues()
  const to = typeof parent === 'string' ? parent : ''
  const moves = to !== '' && to !== from
  const { data } = useRead(organisationMoveEndpoint, { params: { id }, query: { parent: to }, enabled: moves })
  if (!moves || !data) return null
  const counted = (count: number) => ({ count, formatted: labels.number(count) })
  return (
    <Alert color="yellow" role="status">
      {t('organisations.move_takes', counted(data.organisations))}{' '}
      {t('organisations.move_lose', counted(data.users_who_lose))}{' '}
      {data.api_keys_that_lose > 0 && `${t('organisations.move_keys_lose', counted(data.api_keys_that_lose))} `}
      {t('organisations.move_gain', counted(data.users_who_gain))}
    </Alert>
  )
}
