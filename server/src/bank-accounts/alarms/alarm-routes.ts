import { getAlarmEndpoint, raiseAlarmEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { getAlarmSchemas, raiseAlarmSchemas } from '@kontor/contract/bank-accounts/bank-account.schemas'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/endpoint.ts'
import type { BankAccountServices } from '../bank-account-services.ts'
import { getAlarm, raiseAlarm } from './raise-alarm.ts'

/** The page of the link in a mail about a new account: nobody signs in for it, because whoever can no longer sign in needs it most. */
export function alarmRoutes(app: FastifyInstance, services: BankAccountServices): void {
  const { databases, wall, nudgeMail } = services
  route(app, services, getAlarmEndpoint, getAlarmSchemas, ({ params }) =>
    getAlarm(databases.provider, params.token, wall.now()),
  )
  route(app, services, raiseAlarmEndpoint, raiseAlarmSchemas, async ({ params, request }) => {
    await raiseAlarm(services, params.token, request.ip, wall.now())
    nudgeMail()
  })
}
