import {
  createOrganisationEndpoint,
  deleteOrganisationEndpoint,
  organisationHoldersEndpoint,
  organisationMoveEndpoint,
  organisationTreeEndpoint,
  updateOrganisationEndpoint,
} from '@kontor/contract/organisations/organisation.endpoints'
import {
  createOrganisationSchemas,
  deleteOrganisationSchemas,
  organisationHoldersSchemas,
  organisationMoveSchemas,
  organisationTreeSchemas,
  updateOrganisationSchemas,
} from '@kontor/contract/organisations/organisation.schemas'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../platform/db/actor.ts'
import { withOrganisation } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { answerRow } from '../platform/http/answer-row.ts'
import { route } from '../platform/http/endpoint.ts'
import type { Services } from '../platform/http/services.ts'
import { requireRow } from '../platform/rows/list.ts'
import { createOrganisation } from './create-organisation.ts'
import { deleteOrganisation } from './delete-organisation.ts'
import { organisationSource } from './organisation.rows.ts'
import { organisationHoldersOf, organisationMove, organisationTree, seenOrganisation } from './organisation-tree.ts'
import { shownHolders } from './shown-holders.ts'
import { updateOrganisation } from './update-organisation.ts'

/** Users and API keys are among what belongs to an organisation, and only the provider's role reads them. */
const asProvider = { as: () => 'provider' as const }

export function organisationTreeRoutes(app: FastifyInstance, services: Services): void {
  const read = (trx: Trx, actor: Actor, id: string) => requireRow(organisationSource, trx, actor, id)
  const answer = answerRow(read)
  route(app, services, organisationTreeEndpoint, organisationTreeSchemas, (trx, { actor }) =>
    organisationTree(trx, actor),
  )
  route(
    app,
    services,
    organisationHoldersEndpoint,
    organisationHoldersSchemas,
    async (trx, { actor, id }) =>
      shownHolders(actor, await organisationHoldersOf(trx, (await seenOrganisation(trx, actor, id)).merchant, id)),
    asProvider,
  )
  route(
    app,
    services,
    organisationMoveEndpoint,
    organisationMoveSchemas,
    (trx, { actor, id, query, now }) => organisationMove(trx, actor, id, query.parent, now),
    asProvider,
  )
  route(app, services, createOrganisationEndpoint, createOrganisationSchemas, async (trx, { actor, body, now }) => {
    const id = await createOrganisation(trx, actor, body, now)
    // Whoever sees only a part of the tree reads that part anew, for the new organisation is in it.
    return { answer: await read(trx, withOrganisation(actor, id), id) }
  })
  route(
    app,
    services,
    updateOrganisationEndpoint,
    updateOrganisationSchemas,
    answer((trx, { actor, id, body }) => updateOrganisation(trx, actor, id, body)),
  )
  route(
    app,
    services,
    deleteOrganisationEndpoint,
    deleteOrganisationSchemas,
    async (trx, { actor, id }) => {
      await deleteOrganisation(trx, actor, id)
      return { answer: null }
    },
    asProvider,
  )
}
