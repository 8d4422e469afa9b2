/**
 * A merchant's own user has no merchant in the address. The organisation that such a user selects is a preference of
 * the browser tab (session storage): a shared link means the same screen to a colleague, in the colleague's view.
 */
const storageKey = (user: string) => `kontor.organisation.${user}`

export const chosenOrganisation = (user: string): string | undefined =>
  sessionStorage.getItem(storageKey(user)) ?? undefined

export function rememberOrganisation(user: string, organisation: string | undefined): void {
  if (organisation) sessionStorage.setItem(storageKey(user), organisation)
  else sessionStorage.removeItem(storageKey(user))
}
