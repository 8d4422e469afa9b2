import { createCustomerEndpoint } from '@kontor/contract/customers/customer.endpoints'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'

const CreateCustomer = lazy(() => import('./customer.form.tsx').then((module) => ({ default: module.CreateCustomer })))

export function AddCustomer() {
  return (
    <AddButton do={createCustomerEndpoint}>{(opened, close) => opened && <CreateCustomer onClose={close} />}</AddButton>
  )
}
