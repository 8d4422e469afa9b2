import type { BodyOf } from '@kontor/contract/endpoint'
import type { finishSignOnEndpoint } from '@kontor/contract/identity/sign-in.endpoints'

/** What an issuer sent the browser back with. It is kept in memory alone, and sent once. */
export type Brought = BodyOf<typeof finishSignOnEndpoint>

let brought: Brought | undefined

const names = ['state', 'code', 'iss', 'error'] as const

/** Takes the values out of the address; true when there were some, so that the address has to be cleaned. */
export function takeBrought(house: string, search: object): boolean {
  const given = search as Record<string, unknown>
  if (Object.keys(given).length === 0) return false
  const values = Object.fromEntries(
    names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
  const { state } = values
  brought = state === undefined ? undefined : { ...values, house, state }
  return true
}

/** Gives what was brought, once. */
export function giveBrought(): Brought | undefined {
  const given = brought
  brought = undefined
  return given
}
