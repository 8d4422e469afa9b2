import type { Populated } from '@kontor/contract/entity'
import type { middleware } from '@kontor/contract/middleware/middleware.entity'
import type { Related } from '../platform/api/related.ts'

export type MiddlewareRow = Populated<typeof middleware, { organisation: Related<{ id: string; name: string }> }>
