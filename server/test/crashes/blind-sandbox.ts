import { gateways } from '../../src/processors/gateways.ts'
import type { Knowing } from '../../src/processors/manifest.ts'
import { sandboxGateway } from '../../src/processors/sandbox/sandbox-gateway.ts'

/**
 * Loaded before a server: its sandbox can neither be asked about a payment nor be told it again, so that one with an unknown
 * outcome can only be cancelled.
 */
const told: Knowing = { outcome: 'notification', key_h: 0, by_reference: false, overdue_h: 24 }
const { manifest } = sandboxGateway
gateways.splice(gateways.indexOf(sandboxGateway), 1, {
  ...sandboxGateway,
  manifest: { ...manifest, knowing: { ...manifest.knowing, authorize: told } },
})
