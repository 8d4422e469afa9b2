// `npm run pictures`: writes screenshots of every screen to the folder `pictures`, for a person to look at.
import { join } from 'node:path'
import { root } from './root.ts'
import { runOpenly } from './steps.ts'
import { buildWebIfNeeded } from './web-build.ts'

await buildWebIfNeeded()
const playwright = join(root, 'node_modules/.bin/playwright')
process.exitCode = await runOpenly([playwright, 'test', '--config', 'e2e/pictures.config.ts', ...process.argv.slice(2)])
