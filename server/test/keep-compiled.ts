// For a server that is killed and started over and over: what it compiled is kept for the next start. Node keeps it at the
// end of a process, which a killed one does not have.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
setTimeout(flushCompileCache, 2_000).unref()
