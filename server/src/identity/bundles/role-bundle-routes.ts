import {
  createRoleBundleEndpoint,
  deleteRoleBundleEndpoint,
  listRoleBundlesEndpoint,
  updateRoleBundleEndpoint,
} from '@kontor/contract/identity/bundles/role-bundle.endpoints'
import {
  createRoleBundleSchemas,
  deleteRoleBundleSchemas,
  listRoleBundlesSchemas,
  updateRoleBundleSchemas,
} from '@kontor/contract/identity/bundles/role-bundle.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { createRoleBundle } from './create-role-bundle.ts'
import { deleteRoleBundle } from './delete-role-bundle.ts'
import { listRoleBundles } from './role-bundles.ts'
import { updateRoleBundle } from './update-role-bundle.ts'

export function roleBundleRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, listRoleBundlesEndpoint, listRoleBundlesSchemas, (trx, { actor }) => listRoleBundles(trx, actor))
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
