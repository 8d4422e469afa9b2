import { z } from 'zod'
import { defineCommand } from './command.ts'
import { anyOf } from './roles.ts'

const instant = z.string().meta({ format: 'date-time' })

/** The time that payments live by. A demo's can be ahead of the wall clock. */
export const engineTime = z
  .object({
    now: instant,
    is_moved: z.boolean().meta({ description: 'Ahead of the wall clock' }),
    moving_to: instant.nullable().meta({ description: 'Where a clock that is being moved is to arrive' }),
    may_move: z.boolean().meta({ description: 'Whether this installation is a demo, whose clock can be moved' }),
  })
  .meta({ id: 'engine_time' })
export type EngineTime = z.output<typeof engineTime>

/** The furthest that a clock goes in one go. */
export const longestMove_days = 3660

/** Moves a demo's clock forward, a day at a time: links expire, schedules run, subscriptions bill, settlements arrive. */
export const forwardClockCommand = defineCommand({
  name: 'forward-clock',
  method: 'POST',
  path: '/v1/psp/clock',
  summary: 'Move the clock of a demo forward',
  roles: anyOf('PSP_SUPER'),
  body: z.strictObject({ to: z.iso.datetime({ offset: true, error: 'invalid_date' }) }),
  status: 200,
  reply: engineTime,
  refusals: ['not_a_demo', 'not_in_the_future', 'too_far'],
  changes: ['engine_time'],
})
