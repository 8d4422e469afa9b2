import { globSync } from 'node:fs'
import { join } from 'node:path'

/** The most files of a folder; its folders are not counted. More than that serve more than one purpose. */
const most = 25

/** Folders that may hold more, each with the reason. */
const exceptions: Record<string, string> = {
  'server/src/migrations': 'They are a list in the order of time, which nobody may change.',
}

/** What is wrong with the rooms below some folders: those with too many files, and exceptions that nobody needs. */
export function roomProblems(root: string, folders: readonly string[], allowed = exceptions): string[] {
  const counts = new Map<string, number>()
  for (const file of globSync(
    folders.map((folder) => `${folder}/**/*.*`),
    { cwd: root, withFileTypes: true },
  )) {
    if (!file.isFile()) continue
    const room = file.parentPath.slice(join(root, '/').length).replaceAll('\\', '/')
    counts.set(room, (counts.get(room) ?? 0) + 1)
  }
  const full = [...counts].filter(([, count]) => count > most)
  const needless = Object.keys(allowed).filter((room) => (counts.get(room) ?? 0) <= most)
  return [
    ...full
      .filter(([room]) => !(room in allowed))
      .map(
        ([room, count]) => `${room}/ holds ${count} files, and ${most} are the most: give one purpose of it a folder`,
      ),
    ...needless.map((room) => `${room}/ needs no exception in tools/checks/rooms.ts any more`),
  ]
}
