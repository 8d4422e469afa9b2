import type { Gateway } from '../../src/processors/gateway.ts'
import type { Knowing } from '../../src/processors/manifest.ts'
import { sandboxGateway } from '../../src/processors/sandbox/sandbox-gateway.ts'

/**
 * The sandbox for an account that is told later, as a gateway like most real ones: it cannot be asked by our reference, tells
 * outcomes by notifications, and promises to know the key of an order for a short time, that of a payment not at all.
 */
const keyed: Knowing = { outcome: 'notification', key_h: 2.5 / 3_600, by_reference: false, overdue_h: 24 }
const unkeyed: Knowing = { ...keyed, key_h: 0 }
const { find: _, ...blind } = sandboxGateway
export const toldLaterGateway: Gateway = {
  ...blind,
  manifest: {
    ...sandboxGateway.manifest,
    name: 'told_later',
    knowing: {
      ...{ authorize: unkeyed, capture: keyed, void: keyed, refund: keyed },
      ...{ accept: keyed, dispute: keyed, revoke_card: keyed, cancel_reference: keyed },
    },
  },
}
