// Keeps compiled code for the next start of a server that is killed often. Node writes its cache when a process ends,
// which a killed process never does.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
setTimeout(flushCompileCache, 2_000).unref()
