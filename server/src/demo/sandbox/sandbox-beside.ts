import type { FastifyInstance } from 'fastify'
import type { Sandbox } from '../../organisations/merchants/create-merchant.ts'
import { accountsOf, registerSandboxAccounts, sandboxCredential } from './sandbox-accounts.ts'

/** The sandbox processor that runs on this machine, for merchants that are added later. */
export function sandboxBeside(app: FastifyInstance, masterKey: string, url: string | undefined): Sandbox | undefined {
  if (!url) return undefined
  return {
    url,
    credentialOf: (merchant) => sandboxCredential(masterKey, merchant),
    async register(merchants) {
      await registerSandboxAccounts({
        accounts: merchants.flatMap((merchant) => accountsOf(merchant, [])),
        masterKey,
        sandboxUrl: url,
        // The sandbox calls the server on this machine, whatever its public address is.
        notificationUrl: `${app.listeningOrigin}/v1/processornotification`,
        log: (line) => app.log.warn(line),
      })
    },
  }
}
