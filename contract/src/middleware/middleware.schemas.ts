import { z } from 'zod'
import { filledLine, rowSchema, uuid, webAddress } from '../wire.ts'
import { middleware } from './middleware.entity.ts'
import { saidAnswer } from './middleware.message.ts'
import {
  middlewareKinds,
  middlewareProblems,
  middlewareProviders,
  timeLimit_ms,
  whenSilent,
} from './middleware.rules.ts'

const reply = rowSchema(middleware)
const withSecret = reply
  .extend({ secret: z.string().meta({ description: 'It signs the calls. Only this answer shows it' }) })
  .meta({ id: 'middleware_with_secret' })

const settings = {
  name: filledLine(200),
  organisation: uuid,
  url: webAddress.meta({ description: 'It is asked by POST. An address in a private network is refused' }),
  time_limit_ms: z
    .int('must_be_an_integer')
    .min(timeLimit_ms.least, 'not_between_100_and_5000')
    .max(timeLimit_ms.most, 'not_between_100_and_5000')
    .meta({ description: 'The longest wait for an answer' }),
  when_silent: z
    .enum(whenSilent)
    .meta({ description: 'What happens to a payment when there is no usable answer in time' }),
}
const description = filledLine(500)

export const createMiddlewareSchemas = {
  body: z.strictObject({
    ...settings,
    provider: z.enum(middlewareProviders).default('http'),
    kind: z.enum(middlewareKinds).default('before').meta({
      description:
        'before: asked before the processor is. after: told the outcome; when_silent is then go_on. It stays so',
    }),
    time_limit_ms: settings.time_limit_ms.default(timeLimit_ms.usual),
    when_silent: settings.when_silent.default('go_on'),
    description: description.nullable().optional(),
  }),
  reply: withSecret,
}

/** A field that is left out stays as it is. */
export const updateMiddlewareSchemas = {
  body: z.strictObject({
    name: settings.name.optional(),
    organisation: settings.organisation.optional(),
    url: settings.url.optional(),
    time_limit_ms: settings.time_limit_ms.optional(),
    when_silent: settings.when_silent.optional(),
    description: description.nullable().optional(),
  }),
  reply,
}

export const activateMiddlewareSchemas = { body: z.strictObject({}), reply }
export const deactivateMiddlewareSchemas = { body: z.strictObject({}), reply }
export const rotateMiddlewareSecretSchemas = { body: z.strictObject({}), reply: withSecret }
export const deleteMiddlewareSchemas = { body: z.strictObject({}), reply: z.null() }

export const tryMiddlewareSchemas = {
  body: z.strictObject({}),
  reply: saidAnswer.extend({
    response_code: z.int().meta({ description: '0: there was no answer' }),
    duration_ms: z.int(),
    problem: z.enum(middlewareProblems).nullable(),
  }),
}

const instant = z.string().meta({ format: 'date-time' })

export const middlewareSetupSchemas = {
  reply: z.object({
    secret_changed_at: instant,
    previous_until: instant.nullable().meta({ description: 'Until then the secret before signs as well' }),
    silent_in_row: z.int().meta({ description: 'Silent calls since the last answer' }),
    paused_until: instant.nullable().meta({ description: 'Until then it is not asked, and counts as silent' }),
    last_answer_at: instant.nullable(),
    last_silent_at: instant.nullable(),
    last_problem: z.enum(middlewareProblems).nullable(),
    shops: z.array(z.object({ id: z.string(), name: z.string() })).meta({
      description: 'The payment profiles that use it, as far as the caller sees them',
    }),
    is_kept: z.boolean().meta({
      description: 'Payment profiles that the merchant makes get it, also when none uses it any more',
    }),
  }),
}
