import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export interface SandboxAccounts {
  merchants: readonly string[]
  masterKey: string
  sandboxUrl: string
  /** The merchant's id is appended. */
  notificationUrl: string
  log: (line: string) => void
}

const attempts = 4
const firstPauseMs = 200

/** What a merchant signs in to the sandbox with: it follows from the master key, so that every start knows it. */
export function sandboxCredential(masterKey: string, merchant: string) {
  const derived = (purpose: string) => createHmac('sha256', masterKey).update(`sandbox ${purpose} ${merchant}`).digest()
  return {
    api_key: `sk_sandbox_${derived('api key').toString('base64url')}`,
    // The form of Standard Webhooks.
    notification_secret: `whsec_${derived('notification secret').toString('base64')}`,
  }
}

/** Gives each merchant its account at the sandbox. Without them payments are refused there, and all else works. */
export async function registerSandboxAccounts(options: SandboxAccounts): Promise<boolean> {
  for (const merchant of options.merchants) {
    if (await isRegistered(options, merchant)) continue
    options.log(`the sandbox at ${options.sandboxUrl} did not take the demo's accounts: payments and refunds will fail`)
    return false
  }
  return true
}

async function isRegistered(options: SandboxAccounts, merchant: string): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await delay(firstPauseMs * 2 ** (attempt - 1))
    if (await put(options, merchant)) return true
  }
  return false
}

async function put({ masterKey, sandboxUrl, notificationUrl }: SandboxAccounts, merchant: string): Promise<boolean> {
  const account = { ...sandboxCredential(masterKey, merchant), notification_url: `${notificationUrl}/${merchant}` }
  try {
    const response = await fetch(`${sandboxUrl}/v1/accounts/${merchant}`, {
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
