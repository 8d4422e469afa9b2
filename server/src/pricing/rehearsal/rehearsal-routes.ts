import {
  getRehearsalEndpoint,
  listRehearsalsEndpoint,
  listRehearsedPaymentsEndpoint,
  rehearseSchemeVersionEndpoint,
} from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import {
  getRehearsalSchemas,
  listRehearsalsSchemas,
  listRehearsedPaymentsSchemas,
  rehearseSchemeVersionSchemas,
} from '@kontor/contract/pricing/rehearsal/rehearsal.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { Services } from '../../platform/http/services.ts'
import { getRehearsal } from './get-rehearsal.ts'
import { listRehearsals, oneRehearsal } from './rehearsals.ts'
import { rehearseSchemeVersion } from './rehearse-scheme-version.ts'
import { listRehearsedPayments } from './rehearsed-payments.ts'

interface RehearsalServices extends Services {
  nudgeRehearsals: () => void
}

export function rehearsalRoutes(app: FastifyInstance, services: RehearsalServices): void {
  route(
    app,
    services,
    rehearseSchemeVersionEndpoint,
    rehearseSchemeVersionSchemas,
    async (trx, { actor, id, params: { version }, body, now }) => {
      const rehearsal = await rehearseSchemeVersion(trx, actor, id, { ...body, version }, now)
      const answer = await oneRehearsal(trx, id, version, rehearsal)
      return { answer, begin: async () => services.nudgeRehearsals() }
    },
  )
  route(app, services, listRehearsalsEndpoint, listRehearsalsSchemas, (trx, { id, params: { version } }) =>
    listRehearsals(trx, id, { version }),
  )
  route(
    app,
    services,
    getRehearsalEndpoint,
    getRehearsalSchemas,
    (trx, { id, params: { version, rehearsal }, query }) => getRehearsal(trx, id, { ...query, version, rehearsal }),
  )
  route(
    app,
    services,
    listRehearsedPaymentsEndpoint,
    listRehearsedPaymentsSchemas,
    (trx, { id, params: { version, rehearsal }, query }) =>
      listRehearsedPayments(trx, id, { ...query, version, rehearsal }),
  )
}
