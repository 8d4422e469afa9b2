const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that open the search over everything. */
export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K']
