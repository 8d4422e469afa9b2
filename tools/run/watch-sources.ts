import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

// An editor writes a file in several steps, and `git switch` changes many files: changes this close count as one.
const quietMs = 150

/** Reports a changed file in one of the folders: once for changes that come together, and one report at a time. */
export function watchSources(folders: readonly string[], onChange: (file: string) => Promise<void>): () => void {
  let changed: string | undefined
  let busy = false
  let timer: NodeJS.Timeout | undefined
  const tell = async () => {
    if (busy || changed === undefined) return
    const file = changed
    changed = undefined
    busy = true
    await onChange(file)
    busy = false
    await tell()
  }
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (!name || !isSource(name)) return
      changed = join(folder, name)
      clearTimeout(timer)
      timer = setTimeout(() => void tell(), quietMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    changed = undefined
    for (const each of watchers) each.close()
  }
}

const isSource = (name: string) => /\.(ts|json|sql|css|html)$/.test(name) && !/\.test\.ts$/.test(name)
