import {
  previewAccessEndpoint,
  previewProviderAccessEndpoint,
} from '@kontor/contract/identity/preview/access-preview.endpoints'
import {
  previewAccessSchemas,
  previewProviderAccessSchemas,
} from '@kontor/contract/identity/preview/access-preview.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { previewAccess } from './preview-access.ts'
import { previewProviderAccess } from './preview-provider-access.ts'

export function previewRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, previewAccessEndpoint, previewAccessSchemas, ({ actor, body }) =>
    previewAccess(actor, body, services),
  )
  route(app, services, previewProviderAccessEndpoint, previewProviderAccessSchemas, ({ actor, body }) =>
    previewProviderAccess(actor, body, services),
  )
}
