/** The addresses and networks that somebody typed, on lines or with commas. Null: none. */
export function typedNetworks(typed: unknown): string[] | null {
  const networks = String(typed ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)
  return networks.length > 0 ? networks : null
}
