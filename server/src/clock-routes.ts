import { clockEndpoint, forwardClockEndpoint } from '@kontor/contract/platform/clock.endpoints'
import { clockSchemas, forwardClockSchemas } from '@kontor/contract/platform/clock.schemas'
import type { FastifyInstance } from 'fastify'
import { forwardClock } from './forward-clock.ts'
import type { Reader } from './platform/db/database.ts'
import { route } from './platform/http/endpoint.ts'
import type { Services } from './platform/http/services.ts'
import type { EngineClock } from './platform/time/engine-clock.ts'

interface Clocked extends Services {
  readonly clock: EngineClock
}

/** Registers the engine's time: everybody may read it, and the provider's super users of a demo may move it forward. */
export function clockRoutes(app: FastifyInstance, services: Clocked): void {
  const { clock } = services
  route(app, services, clockEndpoint, clockSchemas, (trx) => timeOf(trx, clock), { as: () => 'provider' })
  route(app, services, forwardClockEndpoint, forwardClockSchemas, async (trx, { body, now }) => ({
    answer: await forwardClock(trx, body, now),
  }))
}

/** A request that comes right after one that moved the clock is told of the move, before the engine makes its next step. */
async function timeOf(db: Reader, clock: EngineClock) {
  await clock.refresh(db)
  const ahead_ms = clock.ahead_ms()
  return {
    now: clock.now().toISOString(),
    is_moved: (ahead_ms ?? 0) > 0,
    moving_to: clock.target()?.toISOString() ?? null,
    may_move: ahead_ms !== undefined,
  }
}
