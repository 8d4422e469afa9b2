import {
  draftChargedCostsEndpoint,
  listChargedOfCostSchemeEndpoint,
} from '@kontor/contract/pricing/charged/charged.endpoints'
import { listChargedOfCostSchemeSchemas } from '@kontor/contract/pricing/charged/charged.schemas'
import { listCostsOfRevenueSchemeEndpoint } from '@kontor/contract/pricing/costs/costs.endpoints'
import { listCostsOfRevenueSchemeSchemas } from '@kontor/contract/pricing/costs/costs.schemas'
import { type SchemeType, schemeTypes } from '@kontor/contract/pricing/price.rules'
import * as endpoints from '@kontor/contract/pricing/scheme.endpoints'
import * as schemas from '@kontor/contract/pricing/scheme.schemas'
import type { FastifyInstance } from 'fastify'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { assignScheme } from './assign-scheme.ts'
import { draftChargedCosts } from './charged/draft-charged-costs.ts'
import { listChargedOfCostScheme } from './charged/list-charged-of-cost-scheme.ts'
import { listCostsOfRevenueScheme } from './costs/list-costs-of-revenue-scheme.ts'
import { createScheme } from './create-scheme.ts'
import { deleteScheme } from './delete-scheme.ts'
import { schemeSources } from './scheme.rows.ts'
import { schemeMerchants } from './scheme-merchants.ts'
import { setDefaultScheme } from './set-default-scheme.ts'
import { unassignScheme } from './unassign-scheme.ts'
import { updateScheme } from './update-scheme.ts'
import { activateSchemeVersion } from './versions/activate-scheme-version.ts'
import { checkSchemeVersion } from './versions/check-scheme-version.ts'
import { createSchemeVersion } from './versions/create-scheme-version.ts'
import { deleteSchemeVersion } from './versions/delete-scheme-version.ts'
import { saveSchemeVersion } from './versions/save-scheme-version.ts'
import { schemeVersions } from './versions/scheme-versions.ts'
import { submitSchemeVersion } from './versions/submit-scheme-version.ts'
import { trySchemeVersion } from './versions/try-scheme-version.ts'
import { withdrawSchemeVersion } from './versions/withdraw-scheme-version.ts'

export function pricingRoutes(app: FastifyInstance, services: Services): void {
  for (const type of schemeTypes) routesOf(app, services, type)
  route(app, services, listCostsOfRevenueSchemeEndpoint, listCostsOfRevenueSchemeSchemas, (trx, { id }) =>
    listCostsOfRevenueScheme(trx, id),
  )
  route(app, services, listChargedOfCostSchemeEndpoint, listChargedOfCostSchemeSchemas, (trx, { id }) =>
    listChargedOfCostScheme(trx, id),
  )
  const cost = answerRow((trx, actor, id) => requireRow(schemeSources.COST, trx, actor, id))
  route(
    app,
    services,
    draftChargedCostsEndpoint,
    schemas.createSchemeVersionSchemas,
    cost((trx, { actor, id, now }) => draftChargedCosts(trx, actor, id, now)),
  )
}

function routesOf(app: FastifyInstance, services: Services, type: SchemeType): void {
  const source = schemeSources[type]
  entityRoutes(app, services, source)
  const changed = answerRow((trx, actor, id) => requireRow(source, trx, actor, id))

  route(
    app,
    services,
    endpoints.createSchemeEndpoint[type],
    schemas.createSchemeSchemas,
    async (trx, { actor, body, now }) => ({
      answer: await requireRow(source, trx, actor, await createScheme(trx, actor, { ...body, type }, now)),
    }),
  )
  route(
    app,
    services,
    endpoints.updateSchemeEndpoint[type],
    schemas.updateSchemeSchemas,
    changed((trx, { id, body }) => updateScheme(trx, id, { ...body, type })),
  )
  route(app, services, endpoints.deleteSchemeEndpoint[type], schemas.deleteSchemeSchemas, async (trx, { id }) => {
    await deleteScheme(trx, id, { type })
    return { answer: null }
  })
  route(
    app,
    services,
    endpoints.assignSchemeEndpoint[type],
    schemas.assignSchemeSchemas,
    changed((trx, { id, body }) => assignScheme(trx, id, { ...body, type })),
  )
  route(
    app,
    services,
    endpoints.unassignSchemeEndpoint[type],
    schemas.unassignSchemeSchemas,
    changed((trx, { id, body }) => unassignScheme(trx, id, { ...body, type })),
  )
  route(
    app,
    services,
    endpoints.setDefaultSchemeEndpoint[type],
    schemas.setDefaultSchemeSchemas,
    changed((trx, { id, body }) => setDefaultScheme(trx, id, { ...body, type })),
  )
  route(app, services, endpoints.schemeMerchantsEndpoint[type], schemas.schemeMerchantsSchemas, (trx, { id }) =>
    schemeMerchants(trx, id, { type }),
  )
  versionRoutes(app, services, type)
}

function versionRoutes(app: FastifyInstance, services: Services, type: SchemeType): void {
  const source = schemeSources[type]
  const changed = answerRow((trx, actor, id) => requireRow(source, trx, actor, id))

  route(app, services, endpoints.schemeVersionsEndpoint[type], schemas.schemeVersionsSchemas, (trx, { actor, id }) =>
    schemeVersions(trx, actor, id, { type }),
  )
  route(
    app,
    services,
    endpoints.createSchemeVersionEndpoint[type],
    schemas.createSchemeVersionSchemas,
    changed((trx, { actor, id, now }) => createSchemeVersion(trx, actor, id, { type }, now)),
  )
  route(
    app,
    services,
    endpoints.saveSchemeVersionEndpoint[type],
    schemas.saveSchemeVersionSchemas,
    changed((trx, { actor, id, params: { version }, body }) =>
      saveSchemeVersion(trx, actor, id, { ...body, type, version }),
    ),
  )
  route(
    app,
    services,
    endpoints.deleteSchemeVersionEndpoint[type],
    schemas.deleteSchemeVersionSchemas,
    changed((trx, { id, params: { version } }) => deleteSchemeVersion(trx, id, { type, version })),
  )
  route(
    app,
    services,
    endpoints.submitSchemeVersionEndpoint[type],
    schemas.submitSchemeVersionSchemas,
    changed((trx, { actor, id, params: { version }, body, now }) =>
      submitSchemeVersion(trx, actor, id, { ...body, type, version }, now),
    ),
  )
  route(
    app,
    services,
    endpoints.withdrawSchemeVersionEndpoint[type],
    schemas.withdrawSchemeVersionSchemas,
    changed((trx, { id, params: { version } }) => withdrawSchemeVersion(trx, id, { type, version })),
  )
  route(
    app,
    services,
    endpoints.activateSchemeVersionEndpoint[type],
    schemas.activateSchemeVersionSchemas,
    changed((trx, { actor, id, params: { version }, body, now }) =>
      activateSchemeVersion(trx, actor, id, { ...body, type, version }, now),
    ),
  )
  route(
    app,
    services,
    endpoints.checkSchemeVersionEndpoint[type],
    schemas.checkSchemeVersionSchemas,
    (trx, { id, params: { version }, query }) => checkSchemeVersion(trx, id, { ...query, type, version }),
  )
  route(
    app,
    services,
    endpoints.trySchemeVersionEndpoint[type],
    schemas.trySchemeVersionSchemas,
    (trx, { id, params: { version }, query }) => trySchemeVersion(trx, id, { ...query, type, version }),
  )
}
