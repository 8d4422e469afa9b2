import { buildApp } from './app.ts'
import { buildFields } from './checkout/fields/fields-app.ts'
import { outboxDefaults } from './engine/outbox/outbox-worker.ts'
import { healthOf } from './health-route.ts'
import { WrongMasterKey } from './master-key-check.ts'
import { openDatabases } from './platform/db/database.ts'
import { fieldsAt, idleMinutes, readSettings } from './settings.ts'

const settings = readSettings(process.env)
const { port: fieldsPort, url: fieldsUrl } = fieldsAt(settings)
const databases = openDatabases(
  { merchantUrl: settings.KONTOR_MERCHANT_DATABASE_URL, providerUrl: settings.KONTOR_PROVIDER_DATABASE_URL },
  (error) => app.log.warn({ err: error }, 'database connection lost'),
  { exports: settings.KONTOR_EXPORTS_AT_ONCE },
)
// An unreachable database proves nothing about the key: requests are refused until it is back.
const health = await healthOf({ pools: databases.pools, masterKey: settings.KONTOR_MASTER_KEY })
if ((await health()) === 'key') {
  console.error(new WrongMasterKey().message)
  process.exit(1)
}

const logger = { level: settings.LOG_LEVEL }
const fields = await buildFields({
  masterKey: settings.KONTOR_MASTER_KEY,
  publicUrl: settings.KONTOR_PUBLIC_URL,
  dist: settings.KONTOR_FIELDS_DIST,
  logger,
})
const app = await buildApp({
  databases,
  masterKey: settings.KONTOR_MASTER_KEY,
  publicUrl: settings.KONTOR_PUBLIC_URL,
  webDist: settings.KONTOR_WEB_DIST,
  fieldsUrl,
  fieldsListen: () => fields.server.listening,
  outbox: { ...outboxDefaults, poll_ms: settings.KONTOR_OUTBOX_POLL_MS, lease_ms: settings.KONTOR_OUTBOX_LEASE_MS },
  signIn: {
    idle_ms: idleMinutes(settings) * 60_000,
    mfaCode_ms: settings.KONTOR_MFA_CODE_MINUTES * 60_000,
    breachedPasswordsUrl: settings.KONTOR_BREACHED_PASSWORDS_URL,
    modules: settings.KONTOR_MODULES,
  },
  mail: { smtpUrl: settings.SMTP_URL, from: settings.MAIL_FROM },
  trustedProxies: settings.KONTOR_TRUSTED_PROXIES,
  webhooks: {
    allowPrivate: settings.KONTOR_NOTIFY_PRIVATE,
    timeout_ms: settings.KONTOR_WEBHOOK_TIMEOUT_MS,
    waits_ms: settings.KONTOR_WEBHOOK_WAITS_MS,
  },
  gatewayTimeout_ms: settings.KONTOR_GATEWAY_TIMEOUT_MS,
  exchangeRatesUrl: settings.EXCHANGE_RATES_URL,
  sandboxUrl: settings.KONTOR_SANDBOX_URL,
  logger,
})
// The health check says that they do not listen. Everything else works without them.
await fields
  .listen({ port: fieldsPort, host: settings.KONTOR_HOST })
  .catch((error: unknown) => app.log.error({ err: error }, 'the card fields do not listen'))
await app.listen({ port: settings.PORT, host: settings.KONTOR_HOST })

let stopping = false
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (stopping) return
    stopping = true
    // Running requests and jobs are finished first.
    Promise.all([app.close(), fields.close()])
      .then(() => databases.close())
      .then(() => process.exit(0))
  })
}
