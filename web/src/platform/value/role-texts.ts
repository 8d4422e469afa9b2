import type { describeRole } from '@kontor/contract/descriptions/role-descriptions'
import { roleNamed } from '@kontor/contract/roles'
import { useSyncExternalStore } from 'react'
import { useLanguage } from './language.ts'

let describe: typeof describeRole | undefined
let isLoading = false
const readers = new Set<() => void>()

/**
 * What a role permits, in the viewer's language. Few screens show roles, so the texts are loaded when the first role is asked
 * for. Until then, and for a name that is no role, the text is undefined.
 */
export function useRoleTexts(): (name: string) => string | undefined {
  const language = useLanguage()
  const known = useSyncExternalStore(subscribe, () => describe)
  return (name) => {
    const role = roleNamed(name)
    if (!role) return undefined
    if (!known && !isLoading) void load()
    return known?.(role, language)
  }
}

async function load(): Promise<void> {
  isLoading = true
  describe = (await import('@kontor/contract/descriptions/role-descriptions')).describeRole
  for (const read of readers) read()
}

function subscribe(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}
