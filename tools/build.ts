// `npm run build`: builds the web application and the card fields, which `kontor serve` finds beside itself.
import { said } from './run/problem.ts'
import { buildFieldsIfNeeded, buildWebIfNeeded, fieldsDist, webDist } from './run/web-build.ts'

try {
  await buildWebIfNeeded()
  await buildFieldsIfNeeded()
  console.log(`${webDist}\n${fieldsDist}`)
} catch (error) {
  console.error(said(error))
  process.exitCode = 1
}
