import type { profileRoutingsEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'

/** From payment product to the id of the routing that chooses its processor. */
export type Routes = Readonly<Record<string, string>>
type Offered = ReplyOf<typeof profileRoutingsEndpoint>

interface Owned {
  readonly id: string
  readonly payment_product: PaymentProduct
}

/** A payment product of a profile, with its choice. */
export interface ProductChoice {
  readonly product: string
  readonly routings: Offered[number]['routings']
  readonly chosen: string | undefined
  /** Processors that the chosen routing names, and the profile does not have. */
  readonly missing: readonly string[]
  /** Processors of the profile that would get no payments, because the chosen routing does not name them. */
  readonly unroutable: readonly string[]
}

/**
 * The choices of a profile by its products (001 sections 2.9 and 5). `owned`: its processors as far as they are seen; `ids`: all
 * of them, with those that were just added.
 */
export function productChoices(
  owned: readonly Owned[],
  ids: readonly string[],
  offered: Offered,
  routes: Routes,
): ProductChoice[] {
  const products = [...new Set([...owned.map(({ payment_product }) => payment_product), ...Object.keys(routes)])]
  return products.map((product) => {
    const routings = offered.find((each) => each.payment_product === product)?.routings ?? []
    const chosen = routes[product]
    const named = routings.find(({ id }) => id === chosen)?.processors
    const own = owned.filter(({ payment_product }) => payment_product === product).map(({ id }) => id)
    const added = named?.filter((id) => ids.includes(id) && !own.includes(id)) ?? []
    return {
      ...{ product, routings, chosen },
      missing: named?.filter((id) => !ids.includes(id)) ?? [],
      unroutable: named && own.length + added.length > 1 ? own.filter((id) => !named.includes(id)) : [],
    }
  })
}
