// `npm run kontor -- check`: the commands of an installation, from a folder of development.
import { kontor } from '../server/src/commands/kontor.ts'

process.exit(await kontor(process.argv.slice(2), process.env))
