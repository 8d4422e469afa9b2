import * as endpoints from '@kontor/contract/packages/package.endpoints'
import * as schemas from '@kontor/contract/packages/package.schemas'
import type { FastifyInstance } from 'fastify'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { assignPackage } from './assign-package.ts'
import { changePackageSchemes } from './change-package-schemes.ts'
import { createPackage } from './create-package.ts'
import { deletePackage } from './delete-package.ts'
import { leavePackage } from './leave-package.ts'
import { packageSource } from './package.rows.ts'
import { merchantTerms, packageMerchantsOf, packageSchemesOf } from './package-parts.ts'
import { updatePackage } from './update-package.ts'

export function packageRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, packageSource)
  const changed = answerRow((trx, actor, id) => requireRow(packageSource, trx, actor, id))

  route(
    app,
    services,
    endpoints.createPackageEndpoint,
    schemas.createPackageSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await requireRow(packageSource, trx, actor, await createPackage(trx, body, now)),
    }),
  )
  route(
    app,
    services,
    endpoints.updatePackageEndpoint,
    schemas.updatePackageSchemas,
    changed((trx, { id, body }) => updatePackage(trx, id, body)),
  )
  route(app, services, endpoints.deletePackageEndpoint, schemas.deletePackageSchemas, async (trx, { id }) => {
    await deletePackage(trx, id)
    return { answer: null }
  })
  route(
    app,
    services,
    endpoints.changePackageSchemesEndpoint,
    schemas.changePackageSchemesSchemas,
    changed((trx, { id, body }) => changePackageSchemes(trx, id, body)),
  )
  route(
    app,
    services,
    endpoints.assignPackageEndpoint,
    schemas.assignPackageSchemas,
    changed((trx, { id, body }) => assignPackage(trx, id, body)),
  )
  route(
    app,
    services,
    endpoints.leavePackageEndpoint,
    schemas.leavePackageSchemas,
    changed((trx, { id, body }) => leavePackage(trx, id, body)),
  )
  route(app, services, endpoints.packageSchemesEndpoint, schemas.packageSchemesSchemas, (trx, { id }) =>
    packageSchemesOf(trx, id),
  )
  route(app, services, endpoints.packageMerchantsEndpoint, schemas.packageMerchantsSchemas, (trx, { id }) =>
    packageMerchantsOf(trx, id),
  )
  route(app, services, endpoints.merchantTermsEndpoint, schemas.merchantTermsSchemas, (trx, { params: { merchant } }) =>
    merchantTerms(trx, merchant),
  )
}
