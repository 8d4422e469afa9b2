import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { derivationKey } from '../../platform/secrets/key-ring.ts'

export interface SandboxAccounts {
  accounts: readonly SandboxAccount[]
  masterKey: string
  sandboxUrl: string
  /** The merchant's id is appended. */
  notificationUrl: string
  log: (line: string) => void
}

interface SandboxAccount {
  merchant: string
  /** The merchant's id, or that of a processor with an account of its own. */
  name: string
}

/** The account of a merchant, and those of its processors that have one of their own. */
export const accountsOf = (merchant: string, processors: readonly string[]): SandboxAccount[] =>
  [merchant, ...processors].map((name) => ({ merchant, name }))

const attempts = 4
const firstPauseMs = 200

/**
 * The credential of an account at the sandbox. It is derived from the master key, so that every start computes the same one.
 */
export function sandboxCredential(masterKey: string, account: string) {
  const derived = (purpose: string) =>
    createHmac('sha256', derivationKey(masterKey)).update(`sandbox ${purpose} ${account}`).digest()
  return {
    api_key: `sk_sandbox_${derived('api key').toString('base64url')}`,
    // The format of Standard Webhooks.
    notification_secret: `whsec_${derived('notification secret').toString('base64')}`,
  }
}

/**
 * Opens the accounts at the sandbox. False: the sandbox took none, and payments will be refused; everything
 * else works.
 */
export async function registerSandboxAccounts(options: SandboxAccounts): Promise<boolean> {
  for (const account of options.accounts) {
    if (await isRegistered(options, account)) continue
    options.log(`the sandbox at ${options.sandboxUrl} did not take an account: payments and refunds will fail`)
    return false
  }
  return true
}

async function isRegistered(options: SandboxAccounts, account: SandboxAccount): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await delay(firstPauseMs * 2 ** (attempt - 1))
    if (await put(options, account)) return true
  }
  return false
}

async function put(
  { masterKey, sandboxUrl, notificationUrl }: SandboxAccounts,
  { merchant, name }: SandboxAccount,
): Promise<boolean> {
  const account = { ...sandboxCredential(masterKey, name), notification_url: `${notificationUrl}/${merchant}` }
  try {
    const response = await fetch(`${sandboxUrl}/v1/accounts/${name}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
      signal: AbortSignal.timeout(2000),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
