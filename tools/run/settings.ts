import { resolve } from 'node:path'
import { z } from 'zod'
import { environmentOf } from '../../server/src/platform/environment.ts'
import { StartProblem } from '../database/data-lock.ts'
import { normalKey } from '../database/master-key.ts'
import { root } from '../root.ts'

const port = z.coerce.number().int().min(0).max(65_535)

/** The variables that `npm start` reads from the environment; README.md lists the same. */
const variables = z.object({
  PORT: port.default(4000),
  KONTOR_HOST: z.string().default('127.0.0.1'),
  KONTOR_PUBLIC_URL: z.url().optional(),
  KONTOR_DATA: z.string().default('./data'),
  KONTOR_SANDBOX_PORT: port.default(4010),
  KONTOR_FIELDS_PORT: port.optional(),
  KONTOR_FIELDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `public`: other machines may reach the demo, although everybody knows its passwords. */
  KONTOR_DEMO: z.enum(['on', 'off', 'public']).optional(),
  KONTOR_MASTER_KEY: z
    .string()
    .refine((text) => normalKey(text) !== undefined, 'must be 32 bytes in base64')
    .transform(normalKey)
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
})

/** The names of the variables that the start reads itself, besides those of the server. */
export const startVariables: readonly string[] = Object.keys(variables.shape)

const settingsSchema = variables.transform((env) => ({
  port: env.PORT,
  host: env.KONTOR_HOST,
  publicUrl: env.KONTOR_PUBLIC_URL?.replace(/\/$/, ''),
  dataDir: resolve(root, env.KONTOR_DATA),
  sandboxPort: env.KONTOR_SANDBOX_PORT,
  // 0 is any free port, as for the server itself.
  fieldsPort: env.KONTOR_FIELDS_PORT ?? (env.PORT && env.PORT + 20),
  fieldsUrl: env.KONTOR_FIELDS_URL?.replace(/\/$/, ''),
  // An existing database is not filled with invented data unless that is asked for.
  demo: (env.KONTOR_DEMO ?? (env.DATABASE_URL ? 'off' : 'on')) !== 'off',
  publicDemo: env.KONTOR_DEMO === 'public',
  masterKey: env.KONTOR_MASTER_KEY,
  databaseUrl: env.DATABASE_URL,
}))

export type Settings = z.infer<typeof settingsSchema>

export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const result = settingsSchema.safeParse(environmentOf(env))
  if (result.success) return result.data
  throw new StartProblem(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}
