import { defineEndpoint } from '../endpoint.ts'
import { pricePackage } from './package.entity.ts'
import type * as schemas from './package.schemas.ts'

const { roles } = pricePackage
const shared = { area: 'package', module: 'collecting' } as const
/** What merchants have by a package is also counted and shown there. */
const changes = [
  ...(['package', 'revenue_scheme', 'cost_scheme', 'reserve_scheme', 'partner_scheme'] as const),
  'settlement_profile',
] as const

export const createPackageEndpoint = defineEndpoint<typeof schemas.createPackageSchemas>()({
  ...shared,
  name: 'create-package',
  method: 'POST',
  path: '/v1/psp/package',
  summary: 'Create a package; its schemes apply from the first open day on',
  access: roles.create,
  status: 201,
  refusals: ['name_taken', 'scheme_inactive', 'scheme_gap'],
  changes,
})

export const updatePackageEndpoint = defineEndpoint<typeof schemas.updatePackageSchemas>()({
  ...shared,
  name: 'update-package',
  method: 'POST',
  path: '/v1/psp/package/:id',
  summary: 'Change the name of a package, its use, or how its merchants are settled',
  access: roles.update,
  refusals: ['name_taken'],
  changes,
})

export const deletePackageEndpoint = defineEndpoint<typeof schemas.deletePackageSchemas>()({
  ...shared,
  name: 'delete-package',
  method: 'DELETE',
  path: '/v1/psp/package/:id',
  summary: 'Delete a package that no merchant ever had',
  access: roles.delete,
  status: 204,
  refusals: ['package_in_use'],
  changes,
})

export const changePackageSchemesEndpoint = defineEndpoint<typeof schemas.changePackageSchemesSchemas>()({
  ...shared,
  name: 'change-package-schemes',
  method: 'POST',
  path: '/v1/psp/package/:id/scheme',
  summary: 'Change the schemes of a package for all its merchants, from a day on',
  access: roles.update,
  refusals: ['scheme_inactive', 'scheme_gap', 'day_closed'],
  changes,
})

export const packageSchemesEndpoint = defineEndpoint<typeof schemas.packageSchemesSchemas>()({
  ...shared,
  name: 'list-schemes-of-package',
  method: 'GET',
  path: '/v1/psp/package/:id/scheme',
  summary: 'List the schemes of a package with their days',
  access: roles.list,
})

export const assignPackageEndpoint = defineEndpoint<typeof schemas.assignPackageSchemas>()({
  ...shared,
  name: 'assign-package',
  method: 'POST',
  path: '/v1/psp/package/:id/merchant',
  summary: 'Give a package to merchants from a day on',
  access: roles.update,
  refusals: ['package_inactive', 'day_closed'],
  changes,
})

export const leavePackageEndpoint = defineEndpoint<typeof schemas.leavePackageSchemas>()({
  ...shared,
  name: 'leave-package',
  method: 'POST',
  path: '/v1/psp/package/:id/leave',
  summary: 'Let merchants of a package have none from a day on',
  access: roles.update,
  refusals: ['day_closed'],
  changes,
})

export const packageMerchantsEndpoint = defineEndpoint<typeof schemas.packageMerchantsSchemas>()({
  ...shared,
  name: 'list-merchants-of-package',
  method: 'GET',
  path: '/v1/psp/package/:id/merchant',
  summary: 'List the merchants of a package: now, later and before',
  access: roles.list,
})

export const merchantTermsEndpoint = defineEndpoint<typeof schemas.merchantTermsSchemas>()({
  ...shared,
  name: 'get-terms-of-merchant',
  method: 'GET',
  path: '/v1/psp/package/terms/:merchant',
  summary: 'Get the schemes that a merchant has today, and where each comes from',
  access: roles.list,
})
