import { createContext, useContext } from 'react'

/** The view that narrows calls: a merchant that the provider looks at, a part of the merchant's tree, or both. */
export interface Scope {
  readonly merchant?: string
  readonly organisation?: string
}

let scope: Scope = {}

/** The view of the present address. Screens use `useScope`, which changes together with the screen. */
export const currentScope = (): Scope => scope

export function setScope(next: Scope): void {
  scope = next
}

export const ScopeContext = createContext<Scope>({})
export const useScope = (): Scope => useContext(ScopeContext)
