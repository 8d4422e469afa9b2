import type { Scope } from './scope.ts'

/**
 * `/psp/merchants/{merchant}:{organisation}/refunds` is the screen `/refunds` in the view of that merchant. The prefix
 * is removed before the router looks for a route, and is added to every link, so that each screen has one route and
 * does not know about the view. A `/psp/…` page has no prefix, so it leaves the view.
 */
// The panel of a merchant is a page of the provider, and no merchant has this id.
const prefixed = /^\/psp\/merchants\/(?!details\/)([^/]+)(\/.*)?$/

export function splitAddress(pathname: string): { scope: Scope; pathname: string } {
  const [, part, rest] = prefixed.exec(pathname) ?? []
  if (part === undefined) return { scope: {}, pathname }
  const [merchant, organisation] = decoded(part).split(':')
  return {
    scope: { ...(merchant ? { merchant } : {}), ...(organisation ? { organisation } : {}) },
    pathname: rest ?? '/',
  }
}

// Pages about the person, not about a merchant.
const outside = /^\/((login|logout|set-up|forgotPassword|mfa|updatePassword|updateEmail|profile)(\/.*)?|psp\/.*)$/

/** The address of a screen in the view of a merchant. A page that is outside of every view keeps its own. */
export function joinAddress({ merchant, organisation }: Scope, pathname: string): string {
  if (!merchant || outside.test(pathname)) return pathname
  return `/psp/merchants/${encodeURIComponent(merchant)}:${encodeURIComponent(organisation ?? '')}${pathname}`
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
