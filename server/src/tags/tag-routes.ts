import {
  createTagEndpoint,
  deleteTagEndpoint,
  mergeTagEndpoint,
  tagUsesEndpoint,
  updateTagEndpoint,
} from '@kontor/contract/tags/tag.endpoints'
import {
  createTagSchemas,
  deleteTagSchemas,
  mergeTagSchemas,
  tagUsesSchemas,
  updateTagSchemas,
} from '@kontor/contract/tags/tag.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { route } from '../platform/http/endpoint.ts'
import { entityRoutes } from '../platform/http/entity-routes.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { createTag } from './create-tag.ts'
import { deleteTag } from './delete-tag.ts'
import { mergeTag } from './merge-tag.ts'
import { tagSource } from './tag.rows.ts'
import { tagUses } from './tag-uses.ts'
import { updateTag } from './update-tag.ts'

export function tagRoutes(app: FastifyInstance, services: Services): void {
  entityRoutes(app, services, tagSource)
  route(app, services, tagUsesEndpoint, tagUsesSchemas, (trx, { actor, id }) => tagUses(trx, actor, id))
  route(app, services, createTagEndpoint, createTagSchemas, async (trx, { actor, body, now }) => ({
    answer: await rowOf(trx, actor, await createTag(trx, actor, body, now)),
  }))
  route(app, services, updateTagEndpoint, updateTagSchemas, async (trx, { actor, id, body }) => {
    await updateTag(trx, actor, id, body)
    return { answer: await rowOf(trx, actor, id) }
  })
  route(app, services, mergeTagEndpoint, mergeTagSchemas, async (trx, { actor, id, body }) => {
    await mergeTag(trx, actor, id, body)
    return { answer: await rowOf(trx, actor, body.into) }
  })
  route(app, services, deleteTagEndpoint, deleteTagSchemas, async (trx, { actor, id }) => {
    await deleteTag(trx, actor, id)
    return { answer: null }
  })
}

const rowOf = (trx: Trx, actor: Actor, id: string) => requireRow(tagSource, trx, actor, id)
