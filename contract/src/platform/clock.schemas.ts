import { z } from 'zod'

const instant = z.string().meta({ format: 'date-time' })

/** The time that payments follow. In a demo it can be ahead of the wall clock. */
export const engineTime = z
  .object({
    now: instant,
    is_moved: z.boolean().meta({ description: 'True: the time of the engine is ahead of the wall clock' }),
    moving_to: instant.nullable().meta({ description: 'The time that a moving clock will reach' }),
    may_move: z.boolean().meta({ description: 'Whether this installation is a demo, whose clock can be moved' }),
  })
  .meta({ id: 'engine_time' })

export type EngineTime = z.output<typeof engineTime>

/** The longest move of the clock in one request. */
export const longestMove_days = 3660

export const forwardClockSchemas = {
  body: z.strictObject({ to: z.iso.datetime({ offset: true, error: 'invalid_date' }) }),
  reply: engineTime,
}

export const clockSchemas = { reply: engineTime }
