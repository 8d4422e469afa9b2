// `npm run pictures`: writes screenshots of every screen to the folder `pictures`, for a person to look at.
import { join } from 'node:path'
import { runOpenly } from './checks/steps.ts'
import { root } from './root.ts'
import { buildWebIfNeeded } from './run/web-build.ts'

await buildWebIfNeeded()
const playwright = join(root, 'node_modules/.bin/playwright')
process.exitCode = await runOpenly([playwright, 'test', '--config', 'e2e/pictures.config.ts', ...process.argv.slice(2)])
