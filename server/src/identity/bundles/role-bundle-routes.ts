import { roleBundle } from '@kontor/contract/identity/bundles/role-bundle'
import {
  createRoleBundleEndpoint,
  deleteRoleBundleEndpoint,
  historyOfRoleBundleEndpoint,
  listRoleBundlesEndpoint,
  updateRoleBundleEndpoint,
} from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import {
  createRoleBundleSchemas,
  deleteRoleBundleSchemas,
  historyOfRoleBundleSchemas,
  listRoleBundlesSchemas,
  updateRoleBundleSchemas,
} from '@kontor/contract/identity/bundles/role-bundle.schemas'
import type { FastifyInstance } from 'fastify'
import { historyOf } from '../../platform/changes/history.ts'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { createRoleBundle } from './create-role-bundle.ts'
import { deleteRoleBundle } from './delete-role-bundle.ts'
import { listRoleBundles, requireRoleBundle } from './role-bundles.ts'
import { updateRoleBundle } from './update-role-bundle.ts'

export function roleBundleRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listRoleBundlesEndpoint, listRoleBundlesSchemas, (trx, { actor }) => listRoleBundles(trx, actor))
  route(app, services, historyOfRoleBundleEndpoint, historyOfRoleBundleSchemas, async (trx, { actor, id }) => {
    const { sources, databases } = services
    const row = await requireRoleBundle(trx, actor, id)
    return historyOf(trx, { sources, accounts: databases.provider }, actor, roleBundle, row)
  })
  route(app, services, createRoleBundleEndpoint, createRoleBundleSchemas, async (trx, { actor, body, now }) => ({
    answer: await createRoleBundle(trx, actor, body, now),
  }))
  route(app, services, updateRoleBundleEndpoint, updateRoleBundleSchemas, async (trx, { actor, id, body }) => ({
    answer: await updateRoleBundle(trx, actor, id, body),
  }))
  route(app, services, deleteRoleBundleEndpoint, deleteRoleBundleSchemas, async (trx, { actor, id }) => {
    await deleteRoleBundle(trx, actor, id)
    return { answer: null }
  })
}
