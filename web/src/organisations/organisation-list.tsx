import { createOrganisationEndpoint } from '@kontor/contract/organisations/organisation.endpoints'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { TreeOrList } from './tree-or-list.tsx'

const CreateOrganisation = lazy(() =>
  import('./organisation.form.tsx').then((module) => ({ default: module.CreateOrganisation })),
)
const columns = columnsOf(organisation, ['name', 'parent', 'locality', 'country_code', 'created_at'], {
  extra: ['id', 'email', 'phone', 'street', 'street_number', 'extended_address', 'postal_code', 'region', 'tax_number'],
})
const populate = ['parent']

/** The organisations without their tree: with filters, order, columns and saved views. */
export function OrganisationList() {
  return (
    <ListPage columns={columns} populate={populate}>
      <TreeOrList />
      <AddButton do={createOrganisationEndpoint}>
        {(opened, close) => opened && <CreateOrganisation onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
