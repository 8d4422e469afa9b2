/** True for an object with names, not for a list. Apart from the checks, because descriptions of entities are loaded with it. */
export const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
