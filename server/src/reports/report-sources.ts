import type { Services } from '../platform/http/services.ts'
import type { Sources } from '../platform/rows/populate.ts'
import { bookedSources } from './booked/booked-sources.ts'

/** The sources of the lists that this installation has: without its optional part a list has no report either. */
export const reportSources = ({ sources, modules }: Pick<Services, 'sources' | 'modules'>): Sources =>
  Object.fromEntries(
    [...Object.values(sources), ...bookedSources]
      .filter(({ entity }) => !entity.module || modules.includes(entity.module))
      .map((source) => [source.entity.name, source]),
  )
