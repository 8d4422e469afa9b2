import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance } from 'fastify'
import type { PaymentServices } from './await-outcome.ts'
import { receiveNotification } from './receive-notification.ts'

/** Where processors report to, one address per merchant. The signature is over the bytes: they are kept as they came. */
export async function notificationRoute(app: FastifyInstance, services: PaymentServices): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 65_536 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/v1/processornotification/:merchant', { schema: { hide: true } }, async (request, reply) => {
      const { merchant } = request.params as { merchant: string }
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(merchant) || typeof request.body !== 'string')
        throw new Refusal('not_found')
      // A header that came twice has no business in a signature.
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
      await receiveNotification(
        services.databases,
        services.gateways,
        { merchant, headers, body: request.body },
        services.clock.now(),
      )
      return reply.code(204).send()
    })
  })
}
