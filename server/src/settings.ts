import { modules } from '@kontor/contract/modules'
import { z } from 'zod'
import { outboxDefaults } from './engine/outbox/outbox-worker.ts'
import { readKeptDays } from './housekeeping/kept-days.ts'
import { environmentOf } from './platform/environment.ts'
import { exportsAtOnce } from './platform/limited-connections.ts'
import { webhookDefaults } from './platform/webhooks/deliver.ts'
import { StartProblem } from './start-problem.ts'

/** 32 bytes, base64: the key outside the database. The passwords of the database's roles follow from its one spelling. */
export const masterKeyText = z
  .string()
  .refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64')
  .transform((key) => Buffer.from(key, 'base64').toString('base64'))

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://host/kontor' })

const isSafe = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

const variables = z.object({
  /** Without a user and a password: the role of this name, and the password that follows from the master key. */
  KONTOR_MERCHANT_DATABASE_URL: postgresUrl,
  KONTOR_PROVIDER_DATABASE_URL: postgresUrl,
  KONTOR_MASTER_KEY: masterKeyText,
  /** While the key is changed: the key before, or the one to come. It opens what is sealed, and seals nothing. */
  KONTOR_OTHER_MASTER_KEY: masterKeyText.optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
  KONTOR_HOST: z.string().default('127.0.0.1'),
  /** The public address; it decides the cookie's name and the origin that may write. */
  KONTOR_PUBLIC_URL: z.url().default('http://localhost:4000'),
  /** The folder of the built web application. Without it only the API is served. */
  KONTOR_WEB_DIST: z.string().optional(),
  /** The port of the card fields, an origin of its own; by default PORT + 20, and any free one for 0. */
  KONTOR_FIELDS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** `true`: `serve` leaves the work in the background to `kontor work`, but for the orders of its own requests. */
  KONTOR_WORK_APART: z.stringbool().default(false),
  /** The port where `kontor work` answers /livez and /readyz; by default PORT + 40, and any free one for 0. */
  KONTOR_WORK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The public address of the card fields; by default their port on the host of KONTOR_PUBLIC_URL. */
  KONTOR_FIELDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder of the built card fields. Without it no gateway's fields are shown. */
  KONTOR_FIELDS_DIST: z.string().optional(),
  KONTOR_OUTBOX_POLL_MS: z.coerce.number().int().min(10).default(1_000),
  KONTOR_OUTBOX_LEASE_MS: z.coerce.number().int().min(1_000).default(30_000),
  /** `smtp://user:password@host:587` or `smtps://…`. Without it a demo shows its mails at /demo-mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]+@[^\r\n]+$/, 'must be an address')
    .default('Kontor <kontor@localhost>'),
  KONTOR_IDLE_MINUTES: z.coerce.number().int().min(1).optional(),
  KONTOR_MFA_CODE_MINUTES: z.coerce.number().int().min(1).max(30).default(30),
  /**
   * A k-anonymity range service, such as `https://api.pwnedpasswords.com/range`, asked in addition to the bundled list.
   */
  KONTOR_BREACHED_PASSWORDS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Comma-separated addresses of trusted proxies. */
  KONTOR_TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((address) => address.trim()))
    .optional(),
  /** Optional parts that are switched on, comma-separated: sap, host2host, collecting. */
  KONTOR_MODULES: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.enum(modules))),
  /** The days for which kinds of data are kept: `exchanges=200,webhooks=30`. Kinds that are not named have their usual days. */
  KONTOR_KEEP_DAYS: z
    .string()
    .default('')
    .transform((text, context) => readKeptDays(text, (problem) => context.addIssue(problem))),
  /** With `collecting`: the first day whose payments the provider owes to merchants. Without it, those from the first start with it. */
  KONTOR_COLLECTING_SINCE: z.iso.date().optional(),
  /** `true`: webhooks may go to private addresses, and issuers of single sign-on be there, for a demo or for tests on one machine. */
  KONTOR_NOTIFY_PRIVATE: z.stringbool().default(false),
  /** The longest wait for the answer to a webhook. */
  KONTOR_WEBHOOK_TIMEOUT_MS: z.coerce.number().int().min(100).default(webhookDefaults.timeout_ms),
  /** The waits between attempts to deliver a webhook, comma-separated; the last one repeats. */
  KONTOR_WEBHOOK_WAITS_MS: z
    .string()
    .regex(/^\d+(,\d+)*$/)
    .default(webhookDefaults.waits_ms.join())
    .transform((list) => list.split(',').map(Number)),
  /**
   * The address of exchange rates in the format of the European Central Bank's eurofxref-daily.xml. Without it nothing
   * is converted. Money is paid out by them, so nobody on the way may change them: http is for this machine alone.
   */
  EXCHANGE_RATES_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafe, 'must be https, unless it is on this machine')
    .optional(),
  /** The most exports at once, over all processes. Each has its own connection. */
  KONTOR_EXPORTS_AT_ONCE: z.coerce.number().int().min(1).max(50).default(exportsAtOnce),
  /** The connections of the role that is limited to one merchant, for all requests of merchants. */
  KONTOR_MERCHANT_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(12),
  /** The connections of the provider's role, for its staff, signing in and the work in the background. */
  KONTOR_PROVIDER_CONNECTIONS: z.coerce.number().int().min(3).max(500).default(8),
  /** Further connections of each role, for orders to processors alone, so that they wait for no list. 0: they share. */
  KONTOR_PAYMENT_CONNECTIONS: z.coerce.number().int().min(0).max(500).default(6),
  /** The most orders that are carried out at once. */
  KONTOR_OUTBOX_AT_ONCE: z.coerce.number().int().min(8).max(1_000).default(outboxDefaults.concurrency),
  /** The most of them for one merchant. */
  KONTOR_OUTBOX_PER_MERCHANT: z.coerce.number().int().min(1).max(1_000).default(outboxDefaults.per_merchant),
  /** `false`: no statement is kept on its connection. `auto`: unless a pooler would lose it. */
  KONTOR_KEPT_PLANS: z.union([z.literal('auto'), z.stringbool()], 'must be auto, true or false').default('auto'),
  /** The sandbox processor that runs beside this server. */
  KONTOR_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  NODE_ENV: z.string().default('production'),
  /** The longest wait for a processor's reply. */
  KONTOR_GATEWAY_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Seconds from SIGTERM, when /readyz says no, to the end: so long may a proxy still send requests. */
  KONTOR_DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(5),
  /** The port of /metrics. Without it there is none. */
  KONTOR_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Where /metrics listens. It asks nobody who he is. */
  KONTOR_METRICS_HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

// A job asks a processor at most twice. With a shorter lease, a second worker would begin while the first still works.
const schema = variables.refine((set) => set.KONTOR_OUTBOX_LEASE_MS > 2 * set.KONTOR_GATEWAY_TIMEOUT_MS, {
  path: ['KONTOR_OUTBOX_LEASE_MS'],
  message: 'must be more than twice KONTOR_GATEWAY_TIMEOUT_MS',
})

export type Settings = z.output<typeof schema>

/**
 * Minutes until an idle session ends. Specification 000, section 9: 30 minutes, and 10 hours in development; more than
 * 30 is allowed only in development.
 */
export function idleMinutes({ KONTOR_IDLE_MINUTES: asked, NODE_ENV }: Settings): number {
  const isDevelopment = NODE_ENV === 'development'
  if (asked !== undefined && asked > 30 && !isDevelopment)
    throw new StartProblem('settings: KONTOR_IDLE_MINUTES must be at most 30, unless NODE_ENV is development')
  return asked ?? (isDevelopment ? 600 : 30)
}

/** Where the card fields are, by default on the host of Kontor at another port. */
export function fieldsAt(settings: Settings): { port: number; url: string } {
  const { PORT, KONTOR_FIELDS_PORT, KONTOR_FIELDS_URL, KONTOR_PUBLIC_URL } = settings
  const port = KONTOR_FIELDS_PORT ?? (PORT && PORT + 20)
  const url = new URL(KONTOR_FIELDS_URL ?? KONTOR_PUBLIC_URL)
  if (!KONTOR_FIELDS_URL) url.port = String(port)
  const kontor = new URL(KONTOR_PUBLIC_URL)
  if (url.origin === kontor.origin)
    throw new StartProblem('settings: KONTOR_FIELDS_URL must be another origin than KONTOR_PUBLIC_URL')
  if (kontor.protocol === 'https:' && url.protocol !== 'https:')
    throw new StartProblem('settings: KONTOR_FIELDS_URL must be https, as KONTOR_PUBLIC_URL is')
  return { port, url: url.origin }
}

/** Where `kontor work` answers the questions about its health. */
export const workPortOf = ({ PORT, KONTOR_WORK_PORT }: Settings): number => KONTOR_WORK_PORT ?? (PORT && PORT + 40)

/** The names of the variables that the server reads. */
export const serverVariables: readonly string[] = Object.keys(variables.shape)

/** Reads the settings. Throws a StartProblem of one line that names what is missing or wrong. */
export const readSettings = (env: NodeJS.ProcessEnv): Settings => readBy(schema, env)

/** Reads variables by a schema of their names. Throws a StartProblem of one line that names what is missing or wrong. */
export function readBy<Schema extends z.ZodType>(by: Schema, env: NodeJS.ProcessEnv): z.output<Schema> {
  const result = by.safeParse(environmentOf(env))
  if (result.success) return result.data
  throw new StartProblem(
    `settings: ${result.error.issues.map((issue) => `${issue.path.join('.')} ${wordsOf(issue)}`).join('; ')}`,
  )
}

const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.input === undefined ? 'is missing' : issue.message
