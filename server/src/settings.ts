import { z } from 'zod'

const schema = z.object({
  KONTOR_MERCHANT_DATABASE_URL: z.url(),
  KONTOR_PROVIDER_DATABASE_URL: z.url(),
  /** 32 bytes, base64: the key outside the database. */
  KONTOR_MASTER_KEY: z.string().refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  KONTOR_HOST: z.string().default('127.0.0.1'),
  /** Where people reach it: decides the cookie's name and which origin may write. */
  KONTOR_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** The built web application; without it only the API is served. */
  KONTOR_WEB_DIST: z.string().optional(),
  KONTOR_OUTBOX_POLL_MS: z.coerce.number().int().min(10).default(1_000),
  KONTOR_OUTBOX_LEASE_MS: z.coerce.number().int().min(1_000).default(30_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export type Settings = z.output<typeof schema>

/** Throws with one line that names what is missing or wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const result = schema.safeParse(env)
  if (result.success) return result.data
  throw new Error(
    `settings: ${result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`,
  )
}
