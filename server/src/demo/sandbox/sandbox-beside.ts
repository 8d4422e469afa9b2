import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../../organisations/merchants/create-merchant.ts'
import { accountsOf, registerSandboxAccounts, sandboxCredential } from './sandbox-accounts.ts'

interface Beside {
  app: FastifyInstance
  masterKey: string
  url: string | undefined
  /** The origin of the server that the sandbox notifies. */
  notified: () => string
}

/** The sandbox processor that runs on this machine, for merchants that are added later. */
export function sandboxBeside({ app, masterKey, url, notified }: Beside): Sandbox | undefined {
  if (!url) return undefined
  return {
    url,
    credentialOf: (merchant) => sandboxCredential(masterKey, merchant),
    async register(merchants) {
      await registerSandboxAccounts({
        accounts: merchants.flatMap((merchant) => accountsOf(merchant, [])),
        masterKey,
        sandboxUrl: url,
        notificationUrl: `${notified()}/v1/processornotification`,
        log: (line) => app.log.warn(line),
      })
    },
  }
}
