export interface ViewedMerchant {
  id: string
  name: string
}

const most = 6
const keyOf = (user: string) => `kontor.merchants.${user}`

/** The merchants that this person viewed in this browser, the last one first. */
export function viewedMerchants(user: string): ViewedMerchant[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isViewed) : []
  } catch {
    return []
  }
}

export function noteViewed(user: string, { id, name }: ViewedMerchant): void {
  const others = viewedMerchants(user).filter((each) => each.id !== id)
  localStorage.setItem(keyOf(user), JSON.stringify([{ id, name }, ...others].slice(0, most)))
}

const isViewed = (value: unknown): value is ViewedMerchant =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value && typeof value.name === 'string'
